# To be sourced: Python environments with what a list of requirements names, made anew when the list changes.

# environment VENV REQUIREMENTS
environment() {
    local venv=$1 wanted=$2
    if ! cmp -s "$wanted" "$venv/installed.txt"; then
        python3 -m venv --clear "$venv"
        # Most of what comes is never imported: bytecode is made for what is.
        "$venv/bin/pip" install --quiet --disable-pip-version-check --no-compile -r "$wanted"
        cp "$wanted" "$venv/installed.txt"
    fi
}
