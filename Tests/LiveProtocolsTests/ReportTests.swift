import Testing
import TrackPlayback

@Suite("Receiver messages")
struct ReceiverMessageTests {
  @Test("A message names the receiver it is of")
  func source() {
    #expect(ReceiverMessage.report(ReceiverReport(source: "/dev/gps0")).source == "/dev/gps0")
    #expect(
      ReceiverMessage.sky(SkyView(source: "b", satellites: [Satellite(number: 3, isUsed: true), Satellite(number: 4)])).source == "b")
    #expect(ReceiverMessage.heading(Heading(true: 3), source: "c").source == "c")
    #expect(ReceiverMessage.notice("hello").source == "")
  }
}
