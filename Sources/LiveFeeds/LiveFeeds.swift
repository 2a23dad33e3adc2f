// Owns the one import of the C library in this module: sockets, pseudo-terminals and files below NIO.
//
// Live positions in and out: sources, servers, recordings. The protocols themselves are in LiveProtocols; here are the sockets.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
