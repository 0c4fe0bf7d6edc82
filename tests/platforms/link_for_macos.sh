#!/usr/bin/env bash
# Links for macOS with LLVM's linker; it is called as a C compiler and passes on what one would.
#   SDKROOT=folder tests/platforms/link_for_macos.sh -arch arm64 -mmacosx-version-min=11.0.0 … -o file
# It strips before it signs, so that nothing has to be stripped and signed again, and leaves out libraries of which
# nothing is used.
set -euo pipefail
passed=()
for argument in "$@"; do
    case $argument in
        -Wl,*) IFS=, read -r -a parts <<<"${argument#-Wl,}" && passed+=("${parts[@]}") ;;
        -mmacosx-version-min=*) passed+=(-platform_version macos "${argument#*=}" "${argument#*=}") ;;
        -dynamiclib) passed+=(-dylib) ;;
        -nodefaultlibs) ;;
        *) passed+=("$argument") ;;
    esac
done
exec /usr/lib/llvm-22/bin/ld64.lld "${passed[@]}" -syslibroot "$SDKROOT" -x -dead_strip_dylibs
