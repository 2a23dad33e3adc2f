#!/bin/sh
# Sees to what a build or the tests need from the system.
#
#   prepare.sh build|test|basemap   installs the Debian packages that are missing, or prints the one command that does
#   prepare.sh --check build|…      installs nothing: prints that command and stops with status 1
#
# What is there is found by trying it (a header compiles, an archive is found), so libraries that were not installed as packages count too,
# and nothing is asked for when everything is there.
set -u

check=no
if [ "${1-}" = --check ]; then check=yes; shift; fi
purpose=${1-build}

swift=$(command -v "${SWIFT:-swift}" 2>/dev/null)
if [ -z "$swift" ]; then
  echo "trackview needs Swift 6.3 or later, and there is no '${SWIFT:-swift}' on the PATH: https://www.swift.org/install" >&2
  exit 1
fi

# Swift brings its own clang; it is the compiler that the C rooms are built with.
compiler=$(dirname "$(readlink -f "$swift")")/clang
[ -x "$compiler" ] || compiler=$(command -v clang || command -v cc || command -v gcc || echo clang)

has_header() { # header, lines that come before it
  printf '%s\n#include <%s>\n' "${2-}" "$1" | "$compiler" -x c -fsyntax-only - >/dev/null 2>&1
}
has_cxx_header() {
  printf '#include <%s>\n' "$1" | "$compiler" -x c++ -std=c++17 -fsyntax-only - >/dev/null 2>&1
}
has_archive() {
  case $("$compiler" -print-file-name="$1" 2>/dev/null) in /*) return 0 ;; *) return 1 ;; esac
}
has_program() { command -v "$1" >/dev/null 2>&1; }
has_python_module() { /usr/bin/python3 -c "import $1" >/dev/null 2>&1; }

missing=
need() { # package; then the test that it is there
  package=$1
  shift
  "$@" || case " $missing " in *" $package "*) ;; *) missing="$missing${missing:+ }$package" ;; esac
}

need libncurses-dev has_header curses.h '#define NCURSES_WIDECHAR 1'
need libexpat1-dev has_header expat.h
# RapidJSON is C++ headers; whoever compiles them needs those of the standard library too.
need g++ has_cxx_header vector
need rapidjson-dev has_cxx_header rapidjson/reader.h
need zlib1g-dev has_header zlib.h
need libsqlite3-dev has_header sqlite3.h
need libbrotli-dev has_header brotli/decode.h
need libzstd-dev has_header zstd.h
need libminizip-dev has_header minizip/unzip.h
need git has_program git
need binutils has_program strip
if [ "${STATIC:-1}" != 0 ]; then
  need libncurses-dev has_archive libncursesw.a
  need libncurses-dev has_archive libtinfo.a
  need libexpat1-dev has_archive libexpat.a
  need zlib1g-dev has_archive libz.a
  need libsqlite3-dev has_archive libsqlite3.a
  need libbrotli-dev has_archive libbrotlidec.a
  need libzstd-dev has_archive libzstd.a
  need libminizip-dev has_archive libminizip.a
  need g++ has_archive libstdc++.a
fi
if [ "$purpose" = test ]; then
  need libvterm-dev has_header vterm.h
  need tmux has_program tmux
  # The real programs that our servers have to convince.
  need gpsd [ -x /usr/sbin/gpsd ]
  need gpsd-clients has_program cgps
  need gpsd-tools has_program gpsdecode
  need python3-gps has_python_module gps
fi
if [ "$purpose" = basemap ]; then
  need marble-qt-data [ -r /usr/share/marble/data/naturalearth/ne_50m_admin_0_countries.pn2 ]
  need libtimezonemap-data [ -r /usr/share/libtimezonemap/ui/cities15000.txt ]
  need libgeonames-common [ -r /usr/share/locale/zh_CN/LC_MESSAGES/geonames.mo ]
fi
[ -n "$missing" ] || exit 0

# More terminal descriptions (direct colour) are worth having, but not worth asking for alone.
wanted="$missing ncurses-term"
if ! has_program apt-get; then
  echo "trackview needs these, by their Debian names: $missing" >&2
  echo "There is no apt-get here: install what your system calls them, with static libraries (or STATIC=0), and try again." >&2
  exit 1
fi

if [ "$(id -u)" -eq 0 ]; then as_root=
elif has_program sudo && sudo -n true 2>/dev/null; then as_root="sudo -n"
else as_root=none
fi

if [ "$check" = yes ] || [ "$as_root" = none ]; then
  plain="apt-get install -y $wanted"
  # A new machine has no package lists yet; a rehearsal tells, and needs no rights.
  apt-get install --simulate $wanted >/dev/null 2>&1 || plain="apt-get update && $plain"
  case $plain in *"&&"*) command="sh -c '$plain'" ;; *) command=$plain ;; esac
  echo "trackview needs packages that are not installed. Type this, then try again:" >&2
  if [ "$(id -u)" -eq 0 ]; then echo "  $plain" >&2
  elif has_program sudo; then echo "  sudo $command" >&2
  else echo "  su -c \"$plain\"" >&2
  fi
  exit 1
fi

echo "Installing: $wanted"
# A new machine has no package lists yet, an old one stale ones.
install() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $wanted; }
apt-get install --simulate $wanted >/dev/null 2>&1 && install && exit 0
{ $as_root apt-get update -q && install; } || {
  echo "Installing failed (above is why). By hand it is: apt-get install -y $wanted" >&2
  exit 1
}
