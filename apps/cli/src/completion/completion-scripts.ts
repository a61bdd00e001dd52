import { COMPLETE_COMMAND, type Shell } from './completion-shells.ts';

// Bash cuts words at colons and equals signs, so the line is split here, and what stands before the last one is taken off again.
const BASH = `# Completion of toolyard for bash. Load it with: source <(toolyard completion bash)
_toolyard() {
  local line="\${COMP_LINE:0:COMP_POINT}" words=() current prefix found quoted breaks=""
  read -a words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  current="\${words[\${#words[@]}-1]}"
  [[ "$COMP_WORDBREAKS" == *:* ]] && breaks+=":"
  [[ "$COMP_WORDBREAKS" == *=* ]] && breaks+="="
  COMPREPLY=()
  while IFS= read -r found; do
    found="\${found%%$'\\t'*}"
    if [[ -n "$breaks" && "$current" == *["$breaks"]* ]]; then
      prefix="\${current%"\${current##*["$breaks"]}"}"
      found="\${found#"$prefix"}"
    fi
    printf -v quoted '%q' "$found"
    COMPREPLY+=("$quoted")
  done < <("\${words[0]}" ${COMPLETE_COMMAND} -- "\${words[@]:1}" 2>/dev/null)
  if [[ "\${#COMPREPLY[@]}" -eq 1 && "\${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _toolyard toolyard
`;

const ZSH = `#compdef toolyard
# Completion of toolyard for zsh. Load it with: source <(toolyard completion zsh)
_toolyard() {
  local -a lines values shown
  lines=("\${(@f)$(\${words[1]} ${COMPLETE_COMMAND} -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  lines=(\${lines:#})
  (( \${#lines} )) || { _files; return }
  values=("\${(@)lines%%$'\\t'*}")
  shown=("\${(@)lines//$'\\t'/  }")
  local -a end
  [[ "\${values[1]}" == *= ]] && end=(-S '')
  compadd "\${end[@]}" -l -d shown -a values
}
if [[ "$funcstack[1]" == _toolyard ]]; then _toolyard "$@"; else compdef _toolyard toolyard; fi
`;

const FISH = `# Completion of toolyard for fish. Load it with: toolyard completion fish | source
function __toolyard_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  command $words[1] ${COMPLETE_COMMAND} -- $words[2..-1] "$current" 2>/dev/null
end
complete -c toolyard -a '(__toolyard_complete)'
`;

/** What each shell has to load. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
