#!/bin/sh
# Installs Toptable on Raspberry Pi OS Lite 64-bit (or another Debian) from a release archive or a checkout.
#
#   sudo ./install.sh              install or update, then start; a release that does not start, or cannot open the evenings, gives way
#                                  to the one before
#   sudo ./install.sh --uninstall  remove the program and its units; the evenings in /var/lib/toptable stay
#   sudo ./install.sh --rollback   go back to the release before this one
#
# No internet is needed if the archive was built by `make release` and the Debian packages below are there.
# ROOT=/some/folder installs below that folder and starts nothing: for images that have the same Python and kind of machine as this one,
# and for the tests.
set -eu

cd "$(dirname "$0")"
ROOT=${ROOT-}
[ -z "$ROOT" ] || { mkdir -p "$ROOT"; ROOT=$(cd "$ROOT" && pwd -P); }
BASE=$ROOT/opt/toptable
ctl=${SYSTEMCTL:-systemctl}
KEEP=3
# SDL loads these when it draws without a desktop; the pins need theirs.
PACKAGES="python3 python3-venv libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri libudev1 libxkbcommon0"
PI_PACKAGES="python3-gpiozero python3-lgpio"

say() { echo "toptable: $*"; }
fail() { echo "toptable: $*" >&2; exit 1; }

version() { sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml; }
current() { basename "$(readlink "$BASE/current" 2>/dev/null || echo none)"; }
# Whole releases, number and name, in the order of their installation: the date is wrong where there is no clock chip.
releases() {
    for mark in "$BASE"/releases/*/.whole; do
        [ -e "$mark" ] || continue
        folder=${mark%/.whole}
        number=$(cat "$mark")
        echo "${number:-0} ${folder##*/}"
    done | sort -k1,1n -k2,2V
}
# Names of those before the one at work, newest first.
before() { releases | awk -v at="$(current)" '$2 == at { exit } { print $2 }' | tac; }
# Names of those after it: it was gone back from them.
given_up() { releases | awk -v at="$(current)" 'after { print $2 } $2 == at { after = 1 }'; }

# Whether anything runs here: below ROOT nothing does, but for the systemctl of the tests.
runs_here() { [ -z "$ROOT" ] || [ -n "${SYSTEMCTL-}" ]; }

# Units and link together. A reader of the link sees the old release or the new one, never none, and a cut no empty file.
switch_to() {
    sync -f "$BASE"
    lay_units "$BASE/releases/$1/systemd"
    ln -sfn "releases/$1" "$BASE/current.new"
    mv -T "$BASE/current.new" "$BASE/current"
    sync -f "$BASE" "$ROOT/etc" "$ROOT/usr"
}

# To a release. `why` is empty if that went well; it did not if the release does not start, or waits for evenings that the one at work
# can open: that one is then started again.
go_to() {
    was=$(current)
    why=
    switch_to "$1"
    if ! start; then
        why="did not start"
    elif [ "$was" != none ] && waits; then
        why="cannot open the evenings; it $(status)"
    fi
    [ -n "$why" ] && [ "$was" != none ] || return 0
    switch_to "$was"
    if [ "$why" = "did not start" ]; then
        start || true
    elif ! start || waits; then
        # nor can that one
        switch_to "$1"
        start || true
        why=
        return 0
    fi
    why="$why: back to $was"
}

need_packages() {
    [ -z "$ROOT" ] || return 0
    wanted=$PACKAGES
    grep -qs 'Raspberry Pi' /proc/device-tree/model && wanted="$wanted $PI_PACKAGES"
    # shellcheck disable=SC2086 # a list of package names
    scripts/apt-need "Python, the wall without a desktop, the pins" $wanted || fail "install the packages above, then try again"
}

# The release in a folder of its own, marked with its number when it is whole.
lay_out() {
    new=$BASE/releases/$1
    number=$2
    rm -rf "$new"
    mkdir -p "$new"
    for item in engine appliance lexicons systemd hardware docs scripts install.sh \
        pyproject.toml setup.py README.md CHANGELOG.md LICENSE; do
        cp -a "$item" "$new/"
    done
    find "$new" -name __pycache__ -prune -exec rm -rf {} +
    say "making the Python environment of release $1"
    # Debian's gpiozero and lgpio are taken from the system: PyPI has no lgpio for every Python.
    python3 -m venv --system-site-packages "$new/venv"
    set -- "$new/venv/bin/python" -m pip --disable-pip-version-check -qq install --no-compile
    if [ -d wheels ]; then
        set -- "$@" --no-index --find-links "$PWD/wheels"
    else
        say "no wheels here: taking the Python packages from the network"
    fi
    "$@" 'setuptools>=77'
    # In place, as in a checkout; the C core that came along is built anew only where there is a compiler.
    "$@" --no-build-isolation -e "$new"
    if [ -n "$ROOT" ]; then at_home "$new"; fi
    "$new/venv/bin/python" -m compileall -q -s "$ROOT" "$new/engine" "$new/appliance" "$new/venv"
    chmod -R go+rX "$new"
    echo "$number" >"$new/.whole"
}

# An environment knows its own path, in the first lines of its programs for one: below ROOT that is not where it will run.
at_home() {
    pattern=$(printf %s "$ROOT" | sed 's/[][\\.*^$|]/\\&/g')
    grep -rlIF -- "$ROOT/opt/toptable" "$1" | while IFS= read -r file; do
        [ -L "$file" ] || sed -i "s|$pattern/opt/toptable|/opt/toptable|g" "$file"
    done
    # where it was installed from, spelt as an address: of use to pip alone, and untrue elsewhere
    find "$1/venv" -name direct_url.json -delete
    find "$1" -name __pycache__ -prune -exec rm -rf {} +
    if command -v strip >/dev/null; then find "$1/engine" -name '*.so' -exec strip --strip-debug {} +; fi
}

# What the system reads: a release's file, and its place.
units() {
    cat <<'UNITS'
toptable-hub.service etc/systemd/system/toptable-hub.service
toptable-wall.service etc/systemd/system/toptable-wall.service
toptable.sysusers usr/lib/sysusers.d/toptable.conf
toptable.tmpfiles usr/lib/tmpfiles.d/toptable.conf
60-toptable-terminals.rules etc/udev/rules.d/60-toptable-terminals.rules
61-toptable-backup.rules etc/udev/rules.d/61-toptable-backup.rules
50-toptable.rules etc/polkit-1/rules.d/50-toptable.rules
UNITS
}

lay_units() {
    units | while read -r file place; do
        # A release before this one may lack a file, and must come back all the same.
        if [ -e "$1/$file" ]; then install -Dm644 "$1/$file" "$ROOT/$place"; else rm -f "$ROOT/$place"; fi
    done
    mkdir -p "$ROOT/etc/toptable" "$ROOT/usr/local/bin"
    # For root alone, as the desk's PIN may stand there.
    [ -e "$ROOT/etc/toptable/hub.conf" ] || (umask 077 && cat >"$ROOT/etc/toptable/hub.conf") <<'CONF'
# Options of the hub, see: toptable run --help
#TOPTABLE_OPTIONS="--gpio lgpio --serial /dev/toptable/*"
# Port of the pages, for hub and wall
#TOPTABLE_PORT=80
# The desk's PIN, set at each start; without this line it is what `sudo toptable pin` says
#TOPTABLE_PIN=20261130
CONF
    ln -sfn /opt/toptable/current/venv/bin/toptable "$ROOT/usr/local/bin/toptable"
}

# Type=notify: `restart` returns when the hub says READY, or fails.
start() {
    runs_here || { say "nothing started below $ROOT"; return 0; }
    if [ -z "$ROOT" ]; then
        systemd-sysusers
        systemd-tmpfiles --create toptable.conf
        udevadm control --reload || true
    fi
    $ctl daemon-reload
    $ctl enable -q toptable-hub.service toptable-wall.service
    $ctl restart toptable-hub.service && $ctl restart toptable-wall.service && $ctl is-active -q toptable-hub.service
}

# The hub's own word on how it is (sd_notify(3)), and whether it waits for a data folder that it cannot use: see appliance/app.py.
status() { $ctl show -P StatusText toptable-hub.service || true; }
waits() { runs_here && case $(status) in "waits: "*) true ;; *) false ;; esac; }

# Wires stay where they are soldered: a map of the release at work that differs from the new one's becomes the box's own.
keep_pins() {
    old=$BASE/current/hardware/pins.csv
    own=$ROOT/etc/toptable/pins.csv
    if [ -e "$own" ] || [ ! -e "$old" ] || cmp -s "$old" hardware/pins.csv; then return 0; fi
    install -Dm644 "$old" "$own"
    say "the pin map at work is kept as ${own#"$ROOT"}"
}

do_install() {
    release=$(version)
    [ -n "$release" ] || fail "no version in pyproject.toml: is this a Toptable release?"
    number=$(releases | awk 'END { print $1 + 1 }')
    # The same version again goes beside the one at work, which must stay whole until the new one answers.
    [ ! -e "$BASE/releases/$release" ] || release=$release-$number
    useless=$(given_up)
    need_packages
    mkdir -p "$BASE/releases"
    trap 'rm -rf "$BASE/releases/$release"; fail "release $release could not be laid out; nothing was changed"' EXIT
    lay_out "$release" "$number"
    trap - EXIT
    keep_pins
    go_to "$release"
    if [ -n "$why" ]; then
        [ "$(current)" = "$release" ] || rm -rf "$BASE/releases/$release"
        fail "release $release $why. See: journalctl -u toptable-hub"
    fi
    say "release $release is installed"
    tidy
    show_pin
    if waits; then say "the hub $(status)"; fi
}

# Where the desk is and what opens it; the wall shows neither, for the players see it too.
show_pin() {
    runs_here || return 0
    [ -n "$ROOT" ] || "$BASE/current/venv/bin/toptable" pin || true
    say "the PIN opens the referee's desk; to see it again or to change it: sudo toptable pin"
}

do_rollback() {
    back=$(before | head -n 1)
    [ -n "$back" ] || fail "there is no release before this one"
    go_to "$back"
    [ -z "$why" ] || fail "release $back $why. See: journalctl -u toptable-hub"
    say "back to release $back"
}

do_uninstall() {
    if runs_here; then $ctl disable -q --now toptable-wall.service toptable-hub.service || true; fi
    rm -rf "$BASE"
    units | while read -r _ place; do rm -f "$ROOT/$place"; done
    rm -f "$ROOT/usr/local/bin/toptable"
    if runs_here; then $ctl daemon-reload || true; fi
    say "removed; the evenings stay in /var/lib/toptable and the settings in /etc/toptable"
}

# Away with what nobody goes back to, and with what a cut left half laid out.
tidy() {
    for old in $useless; do rm -rf "${BASE:?}/releases/$old"; done
    before | tail -n +"$KEEP" | while read -r old; do rm -rf "${BASE:?}/releases/$old"; done
    for folder in "$BASE"/releases/*; do [ -e "$folder/.whole" ] || rm -rf "$folder"; done
}

[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || fail "type: sudo ./install.sh $*"
case ${1-} in
    "") do_install ;;
    --rollback) do_rollback ;;
    --uninstall) do_uninstall ;;
    *) fail "unknown option $1; there are --rollback and --uninstall" ;;
esac
