// Tests the reading of answers of Baidu's direction services.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct BaiduFormatTests {
  /// In the shape of directionlite's driving answers, with a second way.
  static let golden = #"""
    {"status":0,"message":"ok","result":{"origin":{"lng":116.33929505188,"lat":40.011157363344},
     "destination":{"lng":116.45255341058,"lat":39.936400134999},"routes":[
      {"origin":{"lng":1,"lat":2},"distance":120,"duration":30,"steps":[
        {"leg_index":0,"distance":54,"instruction":"从<b>起点<\/b>向正西方向出发,行驶50米,<b>右转</b>&nbsp;进入<b>信息路</b>",
         "path":"116.33929,40.01115;116.33930,40.01120","start_location":{"lng":"116.33929","lat":"40.01115"},
         "traffic_condition":[{"status":0,"geo_cnt":3}]},
        {"road_name":"中关村东路","path":"116.33930,40.01120;116.34000,40.01200;116.34100,bad;116.34200,40.01300"}]},
      {"tag":"躲避拥堵","steps":[{"path":"","end_location":{"lng":116.5,"lat":40.5}},{"path":"116.40,40.10;116.41,40.11"}]}]}}
    """#

  @Test("Steps become one track, joints once, with the instructions as waypoints")
  func golden() throws {
    let document = try FormatRegistry.read(Array(Self.golden.utf8), options: ReadOptions(datum: .wgs84))
    #expect(document.format == "baidu")
    let track = try #require(document.tracks.first)
    #expect(track.pairs == [[116.33929, 40.01115], [116.3393, 40.0112], [116.34, 40.012], [116.342, 40.013]])
    #expect(track.waypoints.map(\.name) == ["从起点向正西方向出发,行驶50米,右转 进入信息路", "中关村东路"])
    #expect(track.waypoints.map(\.pointIndex) == [0, 1])
    #expect(document.routes.map(\.pairs) == [[[116.4, 40.1], [116.41, 40.11]]])
    #expect(document.routes.map(\.name) == ["躲避拥堵"])
    #expect(document.skipped.count == 1)
    #expect(document.skipped.first.first?.found == "\"116.34100,bad\"")
  }

  @Test("The positions are in BD-09 unless the person says otherwise")
  func datum() throws {
    let text = #"{"status":0,"result":{"routes":[{"steps":[{"path":"116.404,39.915;116.405,39.916"}]}]}}"#
    let track = try #require(try read(text).tracks.first)
    #expect(track.datum == .bd09)
    #expect(track.isDatumStated)
    let expected = Datum.convert(Coordinate(latitude: 39.915, longitude: 116.404), from: .bd09, to: .wgs84)
    #expect(track.points.coordinate(at: 0) == expected)
    #expect(abs(track.points.longitudes[0] - 116.404) > 0.005)
  }

  @Test("Of a stretch with several ways to ride, as transit has it, the first is taken")
  func transit() throws {
    let text = #"""
      {"status":0,"result":{"total":1,"routes":[{"price":4,"steps":[
        [{"path":"1,2;3,4","instructions":"步行50米","vehicle_info":{"type":5,"detail":{"name":"x"}}}],
        [{"path":"3,4;5,6","instructions":"地铁10号线"},{"path":"3,4;9,9","instructions":"公交26路"}],
        [{"path":"5,6;7,8"}]]}]}}
      """#
    let track = try #require(try FormatRegistry.read(Array(text.utf8), options: ReadOptions(datum: .wgs84)).tracks.first)
    #expect(track.pairs == [[1, 2], [3, 4], [5, 6], [7, 8]])
    #expect(track.waypoints.map(\.name) == ["步行50米", "地铁10号线"])
  }

  @Test("The schemes of the old transit answers are gone into")
  func scheme() throws {
    let text = #"{"status":0,"result":{"routes":[{"scheme":[{"distance":1,"steps":[[{"path":"1,2;3,4"}],[{"path":"3,4;5,6"}]]}]}]}}"#
    let track = try #require(try FormatRegistry.read(Array(text.utf8), options: ReadOptions(datum: .wgs84)).tracks.first)
    #expect(track.pairs == [[1, 2], [3, 4], [5, 6]])
  }

  @Test("A step without a path goes straight from its start to its end")
  func straight() throws {
    let text =
      #"{"status":"0","result":{"routes":[{"steps":[{"start_location":{"lng":"1","lat":"2"},"end_location":{"lng":3,"lat":4}}]}]}}"#
    #expect(try FormatRegistry.read(Array(text.utf8), options: ReadOptions(datum: .wgs84)).tracks.first?.pairs == [[1, 2], [3, 4]])
  }

  @Test(
    "An answer without a route says why",
    arguments: [
      (#"{"status":240,"message":"APP 服务被禁用"}"#, "Baidu's service answered with status 240: APP 服务被禁用"),
      (#"{"status":"302","msg":"天配额超限","result":{"routes":[]}}"#, "Baidu's service answered with status 302: 天配额超限"),
      (
        #"{"status":0,"message":"ok","result":{"routes":[{"distance":5,"steps":[]}]}}"#,
        "it is an answer of Baidu's direction service, but its routes have no paths (ask for them with steps_info=1)"
      ),
      (
        #"{"status":0,"message":"ok","result":{"location":{"lng":1,"lat":2}}}"#,
        "it is an answer of Baidu's direction service, but there is no route in it"
      ),
    ])
  func refusals(text: String, message: String) {
    #expect(readError(text)?.message == message)
    #expect(readError(text)?.code == .noCoordinates)
  }

  @Test("An answer that breaks off gives what came before")
  func truncated() throws {
    let text = #"{"status":0,"result":{"routes":[{"steps":[{"path":"1,2;3,4"},{"path":"5,6"#
    let document = try read(text)
    #expect(document.tracks.first?.points.count == 2)
    #expect(document.skipped.truncation?.line == 1)
  }
}
