#!/bin/sh
# Makes the folder $RELEASE/archives with libstdc++.a and libz.a alone, for the linker to find before the shared libraries: the Swift runtime asks for
# -lstdc++, swift-nio-extras for -lz.
set -eu
swift=$(command -v "${SWIFT:-swift}")
compiler=$(dirname "$(readlink -f "$swift")")/clang
[ -x "$compiler" ] || compiler=$(command -v clang || command -v gcc)
mkdir -p "$RELEASE/archives"
for name in libstdc++.a libz.a; do ln -sf "$("$compiler" -print-file-name="$name")" "$RELEASE/archives/$name"; done
