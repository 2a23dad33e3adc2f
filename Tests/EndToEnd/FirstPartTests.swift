// What the viewer opens with, of what the loader has told meanwhile.

import MapScene
import Testing
import TrackGeodesy
import TrackPlayback

@testable import trackview

@Suite("What the viewer opens with")
struct FirstPartTests {
  /// A track too long to be worked out in full at once.
  private static let quick: Journey = {
    let fixes = (0..<9_000).map {
      Fix(coordinate: Coordinate(latitude: 40 + Double($0 % 100) * 1e-4, longitude: 116 + Double($0) * 1e-4))
    }
    return Journey(title: "long", timeline: Timeline(track: Track(points: TrackPoints(fixes))), detail: .quick)
  }()
  private static let progress = LoadProgress(name: "long", bytes: 1, total: 2, points: 2)

  private static func details(_ news: [LoadNews]) throws -> [Journey.Detail]? { try FirstPart.whole(in: news)?.map(\.detail) }

  @Test("the whole and what was worked out of it meanwhile come in one batch: the latter counts, for it is not told again")
  func batches() throws {
    let (quick, drawn) = (Self.quick, Self.quick.completed(to: .drawing))
    let full = drawn.completed(to: .full)
    #expect(quick.detail == .quick && full.isFull)
    let part = LoadNews.part([quick], Self.progress)
    #expect(try Self.details([]) == nil)
    #expect(try Self.details([.progress(Self.progress), part]) == nil)
    #expect(try Self.details([part, .done([quick])]) == [.quick])
    #expect(try Self.details([.done([quick]), .refined([drawn])]) == [.drawing])
    #expect(try Self.details([part, .done([quick]), .refined([drawn]), .refined([full])]) == [.full])
    #expect(try Self.details([.refined([full])]) == [.full])
    #expect(throws: ProgramError.self) { try Self.details([part, .failed(ProgramError("broken"))]) }
  }
}
