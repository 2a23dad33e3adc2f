#!/bin/sh
# Makes the folder $RELEASE/archives with libstdc++.a alone, for the linker to find before the shared library.
set -eu
swift=$(command -v "${SWIFT:-swift}")
compiler=$(dirname "$(readlink -f "$swift")")/clang
[ -x "$compiler" ] || compiler=$(command -v clang || command -v gcc)
mkdir -p "$RELEASE/archives"
ln -sf "$("$compiler" -print-file-name=libstdc++.a)" "$RELEASE/archives/libstdc++.a"
