#!/bin/sh
# Installs the locked dependencies when they are missing or other than package-lock.json says. Quiet when there is nothing to do.
set -eu
cd "$(dirname "$0")/.."
. scripts/stoppable.sh

# As `engines` in package.json says.
needed='Node.js is needed: 20.19 or later of 20, 22.13 or later of 22, or 24.11 and later'
version=$(node --version 2>/dev/null) || { echo "$needed; no node was found." >&2; exit 1; }
major=${version#v}; major=${major%%.*}
minor=${version#v*.}; minor=${minor%%.*}
case $major in
  20) least=19 ;;
  22) least=13 ;;
  24) least=11 ;;
  *) if [ "$major" -gt 24 ]; then least=0; else least=none; fi ;;
esac
if [ "$least" = none ] || [ "$minor" -lt "$least" ]; then
  echo "$needed; this is $version." >&2
  exit 1
fi

stamp=node_modules/.install-stamp
state="$(cksum < package-lock.json) $(uname -sm)"
[ "$(cat "$stamp" 2>/dev/null || true)" = "$state" ] && exit 0

# Somebody may have run npm ci by hand; a machine without network must not have to do it again.
if ! node scripts/is-installed.mjs; then
  echo 'Installing dependencies …' >&2
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if ! run npm ci --no-audit --no-fund --loglevel=error > "$log" 2>&1; then
    tail -n 20 "$log" >&2
    if grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT' "$log"; then
      echo 'The dependencies could not be installed: the npm registry cannot be reached. Check the network and run the command again.' >&2
    else
      echo 'The dependencies could not be installed; npm says why above.' >&2
    fi
    exit 1
  fi
fi
echo "$state" > "$stamp"
