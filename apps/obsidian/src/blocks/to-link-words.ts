/**
 * The words of a link for a title in Markdown that a tool chose, in both styles that vaults have. A link in double brackets knows no escapes, so that
 * nothing stays that could end it, or become HTML, a comment, a tag or a formula.
 */
export function toLinkWords(title: string): string {
  const plain = title.replaceAll('\\', '');
  return plain.replaceAll(/[^\p{L}\p{M}\p{N}.,/_-]+/gu, ' ').trim() || 'file';
}
