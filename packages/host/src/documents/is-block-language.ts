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

/** Whether a fence of this language may be a block of the server of that name; blocks of others say `mcp` and `server:`. */
export function isBlockLanguage(name: string): boolean {
  return !/\s/.test(name) && !LANGUAGES.has(name.toLowerCase());
}
