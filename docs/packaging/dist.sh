#!/bin/sh
# Makes dist/trackview-VERSION.tar.gz: the sources with their dependencies in Vendor/, which `Package.swift` takes instead of the network.
# Vendor/VERSIONS tells what they are. The same commit gives the same bytes.
set -eu
export LC_ALL=C

name=trackview-$VERSION
names='Package.swift Sources Tests Routes docs Makefile README.md LICENSE CHANGELOG.md .gitignore .swift-format .ci'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
tree=$work/$name
mkdir -p "$tree/Vendor" dist

in_git() { [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ] && git rev-parse -q --verify HEAD >/dev/null; }

# In a manifest, `.package(url: "ADDRESS/NAME", from: …)` becomes `.package(path: "FOLDER/NAME")`; traits stay. One that goes over several lines is
# brought to one first.
vendor() { # manifest, folder of the packages as seen from it
  awk '
    {
      line = held == "" ? $0 : held " " $0
      held = ""
      if (line ~ /^ *\.package\(/ && gsub(/\(/, "(", line) > gsub(/\)/, ")", line)) { held = line; next }
      print line
    }
    END { if (held != "") print held }' "$1" > "$work/joined"
  sed -E 's|\.package\( *url: *"[^"]*/([^/"]+)"[^)]*(, *traits: *\[[^]]*\]) *\)|.package(path: "'"$2"'/\1"\2)|g
    s|\.package\( *url: *"[^"]*/([^/"]+)"[^)]*\)|.package(path: "'"$2"'/\1")|g
    s|(\.package\(path: "[^"]*)\.git"|\1"|g' "$work/joined" > "$work/manifest"
  if grep -nE '\.package\(([^)]*url:|$)' "$work/manifest"; then echo "dist: $1 names a package in a way that this script does not know" >&2; exit 1; fi
  cat "$work/manifest" > "$1"
}

for one in $names; do [ -e "$one" ] || { echo "dist: there is no $one" >&2; exit 1; }; done
if in_git; then
  changed=$(git status --porcelain)
  if [ -n "$changed" ]; then printf 'dist: these are not committed; the archive holds the files as they are:\n%s\n' "$changed" >&2; fi
  # shellcheck disable=SC2086
  git ls-files -z --cached --others --exclude-standard -- $names | tar -c --null --ignore-failed-read -T - | tar -x -C "$tree"
  : "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
else
  # shellcheck disable=SC2086
  tar -c $names | tar -x -C "$tree"
  : "${SOURCE_DATE_EPOCH:=$(stat -c %Y CHANGELOG.md)}"
fi

if [ -d Vendor ]; then
  cp -R Vendor/. "$tree/Vendor/"
else
  "$SWIFT" package --scratch-path "$RELEASE" resolve
  [ -f Package.resolved ] || { echo "dist: no Package.resolved" >&2; exit 1; }
  # One line a package: name, version, address.
  awk -F '"' '
    $2 == "location" { location = $4 }
    $2 == "version" && NF >= 5 { name = location; sub(/.*\//, "", name); sub(/\.git$/, "", name); print name, $4, location }
  ' Package.resolved > "$tree/Vendor/VERSIONS"
  while read -r package version location; do
    checkout=$RELEASE/checkouts/$package
    [ -d "$checkout" ] || { echo "dist: $package $version is not in $RELEASE/checkouts" >&2; exit 1; }
    mkdir "$tree/Vendor/$package"
    git -C "$checkout" archive --format=tar HEAD | tar -x -C "$tree/Vendor/$package"
  done < "$tree/Vendor/VERSIONS"
  # The manifests name the neighbours instead of addresses; what is written in another way than expected stops here.
  vendor "$tree/Package.swift" Vendor
  for manifest in "$tree"/Vendor/*/Package*.swift; do vendor "$manifest" ..; done
fi

tar -c --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode='u+rw,go+r-w,a+X' --mtime="@$SOURCE_DATE_EPOCH" \
  -C "$work" "$name" | gzip -9 -n > "dist/$name.tar.gz"
echo "dist/$name.tar.gz"
