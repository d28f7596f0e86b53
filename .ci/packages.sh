# packages.sh - installs what is missing; sourced by quickstart.sh and tests/run.sh.
# need_packages NAME...: Debian packages; asks apt when root or with sudo that needs no
# password, otherwise names the packages and stops.

need_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            echo "These Debian packages are missing and need root to be installed:" >&2
            echo "    sudo apt-get install ${missing[*]}" >&2
            exit 2
        fi
        as_root=(sudo)
    fi
    echo "Installing: ${missing[*]}" >&2
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y
        --no-install-recommends "${missing[@]}")
    "${install[@]}" >&2 || { "${as_root[@]}" apt-get update >&2 && "${install[@]}" >&2; } || {
        echo "apt-get could not install: ${missing[*]}" >&2
        exit 2
    }
}

# want_packages NAME...: the same for what a test can do without: says so, and goes on.
want_packages() {
    (need_packages "$@") || echo "The tests that need them are skipped." >&2
}

# The plots of `fulcrum report`, which has none without.
report_packages=(gnuplot-nox)

build_packages=(gcc libc6-dev make cmake ninja-build pkg-config git ca-certificates
    libhdf5-dev libdeflate-dev libcjson-dev libedit-dev libdnnl-dev)
