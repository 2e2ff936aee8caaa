#!/bin/bash
# command_line_test.sh ULPGATE: completion, the manual page and the filters of lists.
set -u
ulpgate=$1
failed=0
fail() { printf 'FAIL: %s\n' "$*" >&2; failed=1; }

# Completion of bash: what is offered for the last word of a line.
source <("$ulpgate" completion bash)
offered() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _ulpgate
  printf '%s ' "${COMPREPLY[@]}"
}
has() {
  local wanted=$1
  shift
  case " $(offered "$@")" in *" $wanted "*) ;; *) fail "no $wanted is offered for: $*" ;; esac
}
has site ulpgate ''
has experiment ulpgate exp
has --strict ulpgate gate --
has smoke ulpgate run --tier ''
has exhaustive ulpgate run --tier e
has gemm ulpgate run --suite g
has eigen ulpgate run --impl ''
has mma ulpgate probe --suite ''
has requirements ulpgate list r
has faithful ulpgate list requirements --level ''
has CONVERT-NAN-1 ulpgate explain CONVERT-N
has fp8-sets ulpgate experiment fp8
has sm_90 ulpgate probe --profile sm_9
has --shard ulpgate run --sh
has zsh ulpgate completion ''
[ "$(offered ulpgate run --seed '')" = " " ] || fail "something is offered for a seed"
(cd "$(dirname "$0")" && case " $(offered ulpgate replay comm)" in *command_line_test.sh*) ;; *) exit 1 ;; esac) ||
  fail "no file is offered for replay"

# Every command and every option of the help is in all three documents.
bash_script=$("$ulpgate" completion bash) zsh_script=$("$ulpgate" completion zsh) page=$("$ulpgate" manual)
plain=${page//\\-/-}
for command in $("$ulpgate" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  case $plain in *"ulpgate $command"*) ;; *) fail "the manual has no $command" ;; esac
  for option in $("$ulpgate" "$command" --help | grep -o -- '^  [-a-zA-Z,]*' | tr ',' ' '); do
    case $option in -*) ;; *) continue ;; esac
    for document in bash_script zsh_script; do
      case ${!document} in *"$option"*) ;; *) fail "$document has no $option of $command" ;; esac
    done
    case $option in -h | --help) continue ;; esac
    case $plain in *"$option"*) ;; *) fail "the manual has no $option of $command" ;; esac
  done
done
"$ulpgate" completion fish >/dev/null 2>&1 && fail "there is a completion for fish"
if command -v zsh >/dev/null; then zsh -n <(printf '%s\n' "$zsh_script") || fail "zsh cannot read its completion"; fi
if command -v groff >/dev/null; then
  warnings=$(printf '%s\n' "$page" | groff -man -Tutf8 -ww 2>&1 >/dev/null)
  [ -z "$warnings" ] || fail "groff says: $warnings"
fi

# What goes to standard output is alone there.
report=$(dirname "$0")/../../fixtures/reports/model-sm_75
page=$("$ulpgate" diff "$report" "$report" --html -) || fail "diff --html -"
case $page in '<!DOCTYPE html>'*'</html>') ;; *) fail "diff --html - prints something else than a page" ;; esac
xml=$("$ulpgate" gate "$report" "$report" --junit -) || fail "gate --junit -"
case $xml in '<?xml '*'</testsuites>') ;; *) fail "gate --junit - prints something else than JUnit" ;; esac
"$ulpgate" diff "$report" "$report" --html - --json - >/dev/null 2>&1
[ $? -eq 2 ] || fail "two documents go to standard output"
[ -e ./- ] && fail "there is a file called -"
"$ulpgate" --help | grep -q '3, not comparable' || fail "the help does not say what 3 means"

# Filters of lists.
count() { "$ulpgate" list "$@" | tail -n +2 | grep -c .; }
all=$(count requirements) gemm=$(count requirements --suite gemm) sound=$(count requirements --suite gemm --level sound)
[ "$all" -gt "$gemm" ] && [ "$gemm" -gt "$sound" ] && [ "$sound" -gt 0 ] || fail "requirements: $all, $gemm, $sound"
[ "$(count requirements --filter 'GEMM-TIGHT-1')" -eq 1 ] || fail "a filter of requirements"
[ "$(count formats --filter 'e?m?')" -ge 5 ] || fail "a filter of formats"
"$ulpgate" list implementations --suite mma | grep -q '^model-sm_90 ' || fail "model-sm_90 offers no mma"
"$ulpgate" list implementations --suite mma | grep -q '^f16c ' && fail "f16c offers mma"
for wrong in 'formats --suite gemm' 'requirements --suite none' 'requirements --level loud' 'suites --level sound'; do
  "$ulpgate" list $wrong >/dev/null 2>&1
  [ $? -eq 2 ] || fail "list $wrong is taken"
done
exit $failed
