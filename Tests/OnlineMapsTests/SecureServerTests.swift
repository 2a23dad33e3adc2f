// Whom an online map believes: servers whose certificate is signed by somebody trusted and made out for their name.

import BaseMap
import Testing

@testable import OnlineMaps

/// Certificates made by openssl for one test: an authority, a server of its, one made out for somebody else, and one that nobody signed.
final class Certificates: Sendable {
  static let isPossible = runs(["openssl", "version"])
  private let folder = TemporaryFolder()

  init?() {
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    guard
      runs(["openssl", "req", "-x509"] + key + ["-keyout", file("ca.key"), "-out", file("ca.pem"), "-days", "2", "-subj", "/CN=Test CA"]),
      runs(
        ["openssl", "req", "-x509"] + key + [
          "-keyout", file("alone.key"), "-out", file("alone.pem"), "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
          "subjectAltName=IP:127.0.0.1",
        ])
    else { return nil }
    for (name, subject) in [("server", "IP:127.0.0.1"), ("other", "IP:127.0.0.2,DNS:other.example")] {
      write(Array("subjectAltName=\(subject)\n".utf8), to: file(name + ".ext"))
      guard
        runs(["openssl", "req"] + key + ["-keyout", file(name + ".key"), "-out", file(name + ".csr"), "-subj", "/CN=127.0.0.1"]),
        runs([
          "openssl", "x509", "-req", "-in", file(name + ".csr"), "-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial",
          "-days", "2",
          "-extfile", file(name + ".ext"), "-out", file(name + ".pem"),
        ])
      else { return nil }
    }
  }

  func file(_ name: String) -> String { folder.path + "/" + name }
  func pair(_ name: String) -> (chain: String, key: String) { (file(name + ".pem"), file(name + ".key")) }
  var authority: String { file("ca.pem") }
}

/// Runs a program, silently; whether it ended well.
private func runs(_ words: [String]) -> Bool {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0) }
  var arguments = words.map { strdup($0) } + [nil]
  defer { for pointer in arguments { free(pointer) } }
  var child: pid_t = 0
  guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else { return false }
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0, errno == EINTR {}
  return status == 0
}

@Suite(
  "Servers with certificates", .enabled(if: Certificates.isPossible, "openssl is not here to make certificates"))
struct SecureServerTests {
  private func fetch(_ server: TileServer, host: String = "127.0.0.1", plain: Bool = false, roots: [String]) throws -> (
    words: [String], note: String?
  ) {
    var settings = quickSettings(patience: plain ? 2 : 600)
    settings.additionalRoots = roots
    let map = try map(server.address("/{z}/{x}/{y}", scheme: "https", host: host), settings)
    let answers = Answers()
    answers.fetch([tile(1, 0, 0)], from: map)
    #expect(eventually { answers.count == 1 })
    return (answers.words, map.note)
  }

  @Test("A certificate signed by an authority that is trusted opens the door; by one that is not, or by nobody, it does not")
  func trust() throws {
    let certificates = try #require(Certificates())
    let reply: @Sendable (ServedRequest, Int) -> ServedReply = { _, _ in ServedReply(body: MadeTile.water()) }
    let server = try TileServer(secured: certificates.pair("server"), reply: reply)
    #expect(try fetch(server, roots: [certificates.authority]).words == ["1/0/0 piece 1"])
    let refusal = "online map: the certificate of 127.0.0.1:\(server.port) is not trusted"
    let stranger = try fetch(server, roots: [])
    #expect(stranger.words == ["1/0/0 " + refusal])
    #expect(stranger.note == refusal)
    let alone = try TileServer(secured: certificates.pair("alone"), reply: reply)
    for roots in [[], [certificates.authority]] {
      #expect(try fetch(alone, roots: roots).words == ["1/0/0 online map: the certificate of 127.0.0.1:\(alone.port) is not trusted"])
    }
    // Nothing reached a server that was not believed.
    #expect(server.requests.count == 1)
    #expect(alone.requests.isEmpty)
  }

  @Test("A certificate made out for somebody else does not open the door")
  func otherName() throws {
    let certificates = try #require(Certificates())
    let server = try TileServer(secured: certificates.pair("other")) { _, _ in ServedReply(body: MadeTile.water()) }
    for host in ["127.0.0.1", "localhost"] {
      let answer = try fetch(server, host: host, roots: [certificates.authority])
      #expect(answer.words == ["1/0/0 online map: the certificate of \(host):\(server.port) is not trusted"])
    }
    #expect(server.requests.isEmpty)
  }

  @Test("Nothing leads from https to http, and plain http is no https")
  func downgrade() throws {
    let certificates = try #require(Certificates())
    let plain = try TileServer { _, _ in ServedReply(body: MadeTile.water()) }
    let target = plain.address("/1/0/0")
    let server = try TileServer(secured: certificates.pair("server")) { request, _ in
      request.path == "/about"
        ? .text(#"{"tiles": ["\#(plain.address("/{z}/{x}/{y}"))"]}"#) : .status(302, [("location", target)])
    }
    let answer = try fetch(server, roots: [certificates.authority])
    #expect(answer.words == ["1/0/0 online map: 127.0.0.1:\(server.port) leads to where it is not followed"])
    var settings = quickSettings(patience: 600)
    settings.additionalRoots = [certificates.authority]
    let map = try map(server.address("/about", scheme: "https"), settings)
    let answers = Answers()
    answers.fetch([tile(1, 0, 0)], from: map)
    #expect(eventually { answers.count == 1 })
    #expect(
      answers.words == ["1/0/0 online map: the TileJSON of 127.0.0.1:\(server.port) leads from https to http, which is not followed"])
    #expect(plain.requests.isEmpty)
    let wrong = try fetch(plain, plain: true, roots: [certificates.authority])
    #expect(wrong.words == ["1/0/0 online map: no connection (retrying)"])
  }
}
