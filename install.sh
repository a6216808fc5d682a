#!/bin/sh
# Installs Toptable on Raspberry Pi OS Lite 64-bit (or another Debian) from a release archive or a checkout.
#
#   sudo ./install.sh              install or update, then start; on failure the release before is started again
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
KEEP=3
# SDL loads these when it draws without a desktop; the pins need theirs.
PACKAGES="python3 python3-venv libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri libudev1 libxkbcommon0"
PI_PACKAGES="python3-gpiozero python3-lgpio"

say() { echo "toptable: $*"; }
fail() { echo "toptable: $*" >&2; exit 1; }

version() { sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml; }
# Whole releases but the one at work, newest first.
others() {
    # shellcheck disable=SC2012 # names are versions
    ls -1td "$BASE"/releases/*/.whole 2>/dev/null | while read -r mark; do basename "$(dirname "$mark")"; done | grep -vx "$(current)" || true
}
current() { basename "$(readlink "$BASE/current" 2>/dev/null || echo none)"; }

# Units and link together. A reader of the link sees the old release or the new one, never none.
switch_to() {
    lay_units "$BASE/releases/$1/systemd"
    ln -sfn "releases/$1" "$BASE/current.new"
    mv -T "$BASE/current.new" "$BASE/current"
}

need_packages() {
    [ -z "$ROOT" ] || return 0
    wanted=$PACKAGES
    grep -qs 'Raspberry Pi' /proc/device-tree/model && wanted="$wanted $PI_PACKAGES"
    # shellcheck disable=SC2086 # a list of package names
    scripts/apt-need "Python, the wall without a desktop, the pins" $wanted || fail "install the packages above, then try again"
}

# The release in a folder of its own, marked when it is whole.
lay_out() {
    new=$BASE/releases/$1
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
    pip="$new/venv/bin/python -m pip --disable-pip-version-check -qq install --no-compile"
    if [ -d wheels ]; then
        pip="$pip --no-index --find-links $PWD/wheels"
    else
        say "no wheels here: taking the Python packages from the network"
    fi
    $pip 'setuptools>=77'
    # In place, as in a checkout; the C core that came along is built anew only where there is a compiler.
    $pip --no-build-isolation -e "$new"
    if [ -n "$ROOT" ]; then at_home "$new"; fi
    "$new/venv/bin/python" -m compileall -q -s "$ROOT" "$new/engine" "$new/appliance" "$new/venv"
    chmod -R go+rX "$new"
    touch "$new/.whole"
}

# An environment knows its own path, in the first lines of its programs for one: below ROOT that is not where it will run.
at_home() {
    pattern=$(printf %s "$ROOT" | sed 's/[][\\.*^$|]/\\&/g')
    grep -rlIF -- "$ROOT/opt/toptable" "$1" | while IFS= read -r file; do
        [ -L "$file" ] || sed -i "s|$pattern/opt/toptable|/opt/toptable|g" "$file"
    done
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
    [ -z "$ROOT" ] || [ -n "${SYSTEMCTL-}" ] || { say "nothing started below $ROOT"; return 0; }
    ctl=${SYSTEMCTL:-systemctl}
    if [ -z "$ROOT" ]; then
        systemd-sysusers
        systemd-tmpfiles --create toptable.conf
        udevadm control --reload || true
    fi
    $ctl daemon-reload
    $ctl enable -q toptable-hub.service toptable-wall.service
    $ctl restart toptable-hub.service && $ctl restart toptable-wall.service && $ctl is-active -q toptable-hub.service
}

do_install() {
    release=$(version)
    [ -n "$release" ] || fail "no version in pyproject.toml: is this a Toptable release?"
    before=$(current)
    # The same version again goes beside the one at work, which must stay whole until the new one answers.
    [ "$before" != "$release" ] && [ ! -e "$BASE/releases/$release" ] || release=$release-$(date +%Y%m%d%H%M%S)
    need_packages
    mkdir -p "$BASE/releases"
    trap 'rm -rf "$BASE/releases/$release"; fail "release $release could not be laid out; nothing was changed"' EXIT
    lay_out "$release"
    trap - EXIT
    switch_to "$release"
    if start; then
        say "release $release is installed"
        tidy
        show_pin
        return 0
    fi
    if [ "$before" != none ]; then
        switch_to "$before"
        start || true
        rm -rf "$BASE/releases/$release"
        fail "release $release did not start: back to $before. See: journalctl -u toptable-hub"
    fi
    fail "release $release did not start. See: journalctl -u toptable-hub"
}

# Where the desk is and what opens it; the wall shows neither, for the players see it too.
show_pin() {
    if [ -n "$ROOT" ] && [ -z "${SYSTEMCTL-}" ]; then return 0; fi
    [ -n "$ROOT" ] || "$BASE/current/venv/bin/toptable" pin || true
    say "the PIN opens the referee's desk; to see it again or to change it: sudo toptable pin"
}

do_rollback() {
    back=$(others | head -n 1)
    [ -n "$back" ] || fail "there is no release before this one"
    switch_to "$back"
    start || fail "release $back did not start. See: journalctl -u toptable-hub"
    say "back to release $back"
}

do_uninstall() {
    if [ -z "$ROOT" ] || [ -n "${SYSTEMCTL-}" ]; then
        ${SYSTEMCTL:-systemctl} disable -q --now toptable-wall.service toptable-hub.service || true
    fi
    rm -rf "$BASE"
    units | while read -r _ place; do rm -f "$ROOT/$place"; done
    rm -f "$ROOT/usr/local/bin/toptable"
    if [ -z "$ROOT" ] || [ -n "${SYSTEMCTL-}" ]; then ${SYSTEMCTL:-systemctl} daemon-reload || true; fi
    say "removed; the evenings stay in /var/lib/toptable and the settings in /etc/toptable"
}

tidy() {
    others | tail -n +"$KEEP" | while read -r old; do rm -rf "${BASE:?}/releases/$old"; done
}

[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || fail "type: sudo ./install.sh $*"
case ${1-} in
    "") do_install ;;
    --rollback) do_rollback ;;
    --uninstall) do_uninstall ;;
    *) fail "unknown option $1; there are --rollback and --uninstall" ;;
esac
