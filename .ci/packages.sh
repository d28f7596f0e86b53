# packages.sh - installs what is missing; sourced by quickstart.sh and tests/run.sh.

# The program; libedit and oneDNN are optional (README.md).
build_packages=(gcc libc6-dev make cmake ninja-build pkg-config git ca-certificates
    libhdf5-dev libdeflate-dev libcjson-dev libedit-dev libdnnl-dev)
# Plots of what a learner writes.
plot_packages=(gnuplot-nox)

# missing_packages NAME...: sets `missing` to those that are not installed.
missing_packages() {
    local package
    missing=()
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing+=("$package")
    done
}

# need_packages NAME...: installs Debian packages as root, or with sudo that needs no password;
# otherwise names them and stops.
need_packages() {
    local missing as_root=() space
    missing_packages "$@"
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            echo "These Debian packages are missing and need root to be installed:" >&2
            echo "    sudo apt-get install ${missing[*]}" >&2
            exit 2
        fi
        as_root=(sudo)
    fi
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get
        install --no-install-recommends "${missing[@]}")
    "${install[@]}" --simulate >/dev/null 2>&1 || "${as_root[@]}" apt-get update -qq >&2 || true
    space=$("${install[@]}" --assume-no 2>/dev/null |
        sed -n 's/^After this operation, \(.*\) of additional disk space.*/ (\1 on the disk)/p' || true)
    echo "Installing$space: ${missing[*]}" >&2
    "${install[@]}" -y -qq >&2 || {
        echo "apt-get could not install: ${missing[*]}" >&2
        exit 2
    }
}

# want_packages NAME...: the same for what tests can do without: says so, and goes on.
want_packages() {
    (need_packages "$@") || echo "The tests that need them are skipped." >&2
}
