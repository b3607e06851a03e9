#!/usr/bin/env bash
# Installs docs-admin in a folder of the runner, outside of the checkout, so that no .npmrc and no package.json of the
# workflow's own repository decides what is installed.
set -euo pipefail

fail() {
  local text=$1
  text=${text//'%'/%25}
  text=${text//$'\r'/%0D}
  text=${text//$'\n'/%0A}
  printf '::error title=docs-admin::%s\n' "$text"
  exit 1
}

for variable in GITHUB_ACTION_PATH GITHUB_PATH GITHUB_OUTPUT RUNNER_TEMP; do
  [ -n "${!variable:-}" ] || fail "$variable is not set: this action runs as a step of GitHub Actions"
done
# No tag such as "latest" and no range: what runs with a token must not change by itself.
exact='^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}(-[0-9A-Za-z.-]{1,64})?$'
version=${INPUT_VERSION:-}
package=${INPUT_PACKAGE:-}

command -v node >/dev/null && command -v npm >/dev/null ||
  fail 'Node.js is not on the path: add a step with actions/setup-node before this one'
node -e '
  const [major, minor, patch] = process.versions.node.split(".").map(Number);
  const number = major * 1e6 + minor * 1e3 + patch;
  process.exit(number >= 20018001 ? 0 : 1);
' || fail "docs-admin needs Node.js 20.18.1 or later, not $(node --version): set node-version of actions/setup-node"

if [ -n "$version" ] && [ -n "$package" ]; then
  fail 'inputs "version" and "package" exclude each other: give one of the two'
elif [ -n "$package" ]; then
  [ -f "$package" ] || fail "input \"package\": there is no file $package"
  case $package in
    *.tgz) ;;
    *) fail "input \"package\": $package is no packed package, whose name ends in .tgz" ;;
  esac
  wanted=$(node -p 'require("node:path").resolve(process.argv[1])' -- "$package")
else
  if [ -z "$version" ]; then
    # The version of the checkout that this action is a part of.
    version=$(node -p '
      const { name, version } = require(require("node:path").resolve(process.argv[1], "../../../package.json"));
      name === "docs-admin" ? version : "";
    ' -- "$GITHUB_ACTION_PATH" 2>/dev/null) || version=
    [ -n "$version" ] || fail 'input "version" is required here: this action is not in its own repository'
  fi
  [[ $version =~ $exact ]] || fail "input \"version\": \"$version\" is no exact version, such as 0.1.0"
  wanted=docs-admin@$version
fi

folder=$(mktemp -d "$RUNNER_TEMP/docs-admin-XXXXXX")
log=$folder/npm.log
(cd "$folder" && npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --save-exact "$wanted") >"$log" 2>&1 ||
  fail "npm cannot install $wanted:
$(tail -n 20 "$log")"

commands=$folder/node_modules/.bin
installed=$("$commands/docs-admin" --version) || fail 'the installed docs-admin does not run'
[[ $installed =~ $exact ]] || fail 'the installed package is not docs-admin'
[ -n "$package" ] || [ "$installed" = "$version" ] ||
  fail "npm installed docs-admin $installed instead of $version"
printf '%s\n' "$commands" >>"$GITHUB_PATH"
printf 'version=%s\n' "$installed" >>"$GITHUB_OUTPUT"
printf 'docs-admin %s\n' "$installed"
