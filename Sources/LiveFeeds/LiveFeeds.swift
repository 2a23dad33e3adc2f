// Live positions in and out: sources, servers, recordings. The protocols themselves are in LiveProtocols; here are the sockets.

import LiveProtocols
import NIOCore
import NIOPosix
import TrackPlayback
