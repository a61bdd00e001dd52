/** Rows show what files and servers say, and `$(name)` would become a picture. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', String.raw`\$(`);
}
