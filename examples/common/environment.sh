# To be sourced: Python environments with the packages of a requirements list, made anew when the list changes; and the
# program of the joints.

# environment VENV REQUIREMENTS
environment() {
    local venv=$1 wanted=$2
    if ! cmp -s "$wanted" "$venv/installed.txt"; then
        python3 -m venv --clear "$venv"
        # Most of the packages is never imported: bytecode is made for imported modules only.
        "$venv/bin/pip" install --quiet --disable-pip-version-check --no-compile -r "$wanted"
        cp "$wanted" "$venv/installed.txt"
    fi
}

# Cargo's run with the profile PROFILE, or else as users have it.
run() { cargo run --profile "${PROFILE:-release}" --quiet "$@"; }

# The program of the joints: SPIEL_JOINTS_PROGRAM if it is set, or else one that is compiled where it has changed.
spiel() { if [ -n "${SPIEL_JOINTS_PROGRAM:-}" ]; then "$SPIEL_JOINTS_PROGRAM" "$@"; else run -- "$@"; fi; }
