/** What is wrong with a name, for people, and one that would be fine. */
export interface NameProblem {
  readonly reason: string;
  readonly suggestion: string;
}

/** Languages that Markdown programs, Obsidian and widespread plugins render or highlight: a fence of one is no tool block. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'ad-note asciidoc bash basic bat c calendar chart clojure cmd cpp cs csharp csp css csv d2 dart dataview dataviewjs diff dockerfile dot ' +
    'elixir elm erlang excalidraw fish fortran fsharp git glsl go graphql graphviz groovy haskell hcl html http ini java javascript js json ' +
    'json5 jsonc jsx julia kotlin latex less lisp lua makefile markdown math matlab mcp md mermaid meta-bind mysql nginx nix objc objective-c ' +
    'ocaml pascal perl php plain plaintext plantuml postgresql powershell prolog properties proto protobuf ps1 py python query r rb regex ruby ' +
    'rs rust sass scala scheme scss sh shell sql sqlite svelte svg swift tasks terraform tex text tikz toml ts tsx txt typescript vb verilog ' +
    'vim vue wasm xml yaml yml zig zsh'
  ).split(' '),
);

const MAX_LENGTH = 64;

/** Whether a fence of this language may be a block of the server of that name; blocks of others say `mcp` and `server:`. */
export function isBlockLanguage(name: string): boolean {
  return !/\s/.test(name) && !LANGUAGES.has(name.toLowerCase());
}

/** What is wrong with a name for a new server; `undefined` where nothing is. `others` are the names that are taken. */
export function checkServerName(name: string, others: readonly string[]): NameProblem | undefined {
  const reason = findReason(name, others);
  return reason === undefined ? undefined : { reason, suggestion: suggestName(name, others) };
}

function findReason(name: string, others: readonly string[]): string | undefined {
  if (name === '') return 'A server needs a name.';
  if (others.includes(name)) return `There is a server called "${name}" already.`;
  if (/\s/.test(name)) return 'A name has no spaces, since it is the language of code blocks.';
  if (name.includes(':')) return 'A name has no colon, since that stands between a server and its tool.';
  // Backticks end the line that names the language.
  if (!/^[\p{L}\p{N}._-]+$/u.test(name)) return 'A name has letters, digits, dots, dashes and underscores.';
  if (!/^[\p{L}\p{N}]/u.test(name)) return 'A name begins with a letter or a digit.';
  if (name.length > MAX_LENGTH) return `A name has at most ${MAX_LENGTH} characters.`;
  if (!isBlockLanguage(name)) return `"${name}" is the language of other code blocks.`;
  return undefined;
}

/** A name that is fine, as near to the given one as can be. */
function suggestName(name: string, others: readonly string[]): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}]+|-+$/gu, '')
    .slice(0, MAX_LENGTH - '-server-99'.length);
  const base = slug === '' ? 'server' : isBlockLanguage(slug) ? slug : `${slug}-server`;
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? base : `${base}-${count}`;
    if (!others.includes(candidate)) return candidate;
  }
}
