# packages.sh - installs missing packages; sourced by quickstart.sh and tests/run.sh.

# The program; libedit and oneDNN are optional (README.md).
build_packages=(gcc libc6-dev make cmake ninja-build pkg-config git ca-certificates
    libhdf5-dev libdeflate-dev libcjson-dev libedit-dev libdnnl-dev)
# Plots of a learner's results.
plot_packages=(gnuplot-nox)

# missing_packages NAME...: sets `missing` to those not installed.
missing_packages() {
    local package
    missing=()
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing+=("$package")
    done
}

# need_packages NAME...: installs missing Debian packages as root or by passwordless sudo;
# otherwise lists them and exits with status 2.
need_packages() {
    local missing as_root=() space
    missing_packages "$@"
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            echo "These Debian packages are missing, and installing them needs root:" >&2
            echo "    sudo apt-get install ${missing[*]}" >&2
            exit 2
        fi
        as_root=(sudo)
    fi
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get
        install --no-install-recommends "${missing[@]}")
    "${install[@]}" --simulate >/dev/null 2>&1 || "${as_root[@]}" apt-get update -qq >&2 || true
    space=$("${install[@]}" --assume-no 2>/dev/null |
        sed -n 's/^After this operation, \(.*\) of additional disk space.*/ (\1 on disk)/p' || true)
    echo "Installing$space: ${missing[*]}" >&2
    "${install[@]}" -y -qq >&2 || {
        echo "apt-get could not install: ${missing[*]}" >&2
        exit 2
    }
}

# want_packages NAME...: the same for packages that only some tests need: reports a failure and
# continues.
want_packages() {
    (need_packages "$@") || echo "The tests that need them are skipped." >&2
}
