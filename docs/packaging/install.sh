#!/bin/sh
# Puts trackview under $DESTDIR$PREFIX, or takes it away again.
#
#   install.sh install|uninstall    with PREFIX, DESTDIR, PROGRAM (the built executable) in the environment
#
# One list, `each_file`, says what goes where, so that both ways agree. With SOURCE_DATE_EPOCH set, the files carry that time.
set -eu

root=${DESTDIR-}$PREFIX
case $PREFIX in /*) ;; *) echo "PREFIX must begin with a slash: '$PREFIX'" >&2; exit 1 ;; esac

# Calls: $1 kind mode source target-below-PREFIX, for every file installed.
each_file() {
  "$1" program 755 "${PROGRAM-}" bin/trackview
  find Routes -type f ! -name '.*' | LC_ALL=C sort | while IFS= read -r route; do
    "$1" copy 644 "$route" "share/trackview/routes/${route#Routes/}"
  done
  "$1" manual 644 docs/man/trackview.1 share/man/man1/trackview.1.gz
  "$1" completion 644 bash share/bash-completion/completions/trackview
  "$1" completion 644 zsh share/zsh/site-functions/_trackview
  "$1" completion 644 fish share/fish/vendor_completions.d/trackview.fish
  "$1" copy 644 docs/packaging/trackview.desktop share/applications/trackview.desktop
  "$1" copy 644 docs/third-party-notices.txt share/doc/trackview/third-party-notices.txt
  for text in LICENSE README.md CHANGELOG.md; do "$1" copy 644 "$text" "share/doc/trackview/$text"; done
}

put() {
  target=$root/$4
  install -d -m 755 "$(dirname "$target")"
  # Written beside and then renamed, so that a running trackview is not overwritten.
  case $1 in
    program) cp "$3" "$target.new" && strip -R .swift_modhash "$target.new" ;;
    copy) cp "$3" "$target.new" ;;
    manual) sed "s/@VERSION@/$VERSION/" "$3" | gzip -9 -n > "$target.new" ;;
    completion) "$PROGRAM" --generate-completion-script "$3" > "$target.new" ;;
  esac
  chmod "$2" "$target.new"
  if [ -n "${SOURCE_DATE_EPOCH-}" ]; then touch -d "@$SOURCE_DATE_EPOCH" "$target.new"; fi
  mv -f "$target.new" "$target"
}

take() { rm -f "$root/$4"; }

case ${1-} in
  install)
    each_file put
    echo "Installed trackview ${VERSION-} under $root. Try: trackview beijing"
    ;;
  uninstall)
    each_file take
    # Folders that are only ours go when they are empty.
    for folder in share/trackview share/doc/trackview; do
      [ ! -d "$root/$folder" ] || find "$root/$folder" -depth -type d -exec rmdir {} + 2>/dev/null || true
    done
    echo "Removed trackview from $root."
    ;;
  *) echo "usage: install.sh install|uninstall" >&2; exit 64 ;;
esac
