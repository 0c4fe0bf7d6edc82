# To be sourced: Python environments with the packages of a requirements list, made anew when the list changes.

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
