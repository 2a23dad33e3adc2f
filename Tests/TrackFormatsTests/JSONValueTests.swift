import Testing

@testable import TrackFormats

@Suite("JSON values")
struct JSONValueTests {
  @Test("A text becomes a value and the same text again")
  func roundTrip() {
    let text = #"{"a":[1,-2.5,true,false,null],"b":{"c":"\u202ex\"\\\n"},"d":{}}"#
    #expect(JSONValue.parse(text)?.text == text)
  }

  @Test("Of a name that comes twice the last counts")
  func twice() {
    #expect(JSONValue.parse(#"{"a":1,"a":2}"#)?["a"]?.number == 2)
  }

  @Test("What is not JSON, or more than one value, is none", arguments: ["", "{", "{]", "1 2", "nul", #"{"a":}"#])
  func malformed(text: String) {
    #expect(JSONValue.parse(text) == nil)
  }

  @Test("What follows the first value is left alone")
  func rest() {
    let bytes = Array(#"{"a":1};?WATCH"#.utf8)
    let parsed = JSONValue.parse(bytes.span)
    #expect(parsed?.end == 7)
  }
}
