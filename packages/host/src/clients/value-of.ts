/** What an argument says: of an option like `--root=./data` that is what it is given. */
export function valueOf(word: string): string {
  return /^-[^=]*=/.test(word) ? word.slice(word.indexOf('=') + 1) : word;
}
