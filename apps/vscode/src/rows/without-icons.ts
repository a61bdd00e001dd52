/** Rows and lenses quote what files and servers say, of which the editor would turn `$(name)` into a picture. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', String.raw`\$(`);
}
