const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)\s*$/;
/** Longer ones are not looked for, so that the end of a long text is all that is read. */
const MAX_LENGTH = 130;

/** The Obsidian block id at the end of a block's text. */
export function findBlockId(text: string): string | undefined {
  const end = text.slice(-MAX_LENGTH);
  return end.includes('^') ? BLOCK_ID.exec(end)?.[1] : undefined;
}

/** The text without the block id at its end. */
export function removeBlockId(text: string): string {
  return findBlockId(text) === undefined ? text : text.slice(0, text.lastIndexOf('^'));
}
