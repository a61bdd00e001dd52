import type { Editor } from '../ports/editor.ts';

/** One dialog of several that belong together. */
export interface DialogPage {
  readonly message: string;
  readonly detail: string;
}

/** A dialog grows with its text until its buttons are off the screen. */
const PAGE_LINES = 24;
const PAGE_CHARACTERS = 1600;

/** Cuts lines into as many dialogs as it takes to show all of them. */
export function toPages(message: string, lines: readonly string[]): readonly DialogPage[] {
  const pages: string[][] = [[]];
  let room = PAGE_CHARACTERS;
  for (const line of lines.flatMap(splitLine)) {
    const page = pages.at(-1) ?? [];
    if (page.length > 0 && (page.length >= PAGE_LINES || line.length > room)) {
      pages.push([line]);
      room = PAGE_CHARACTERS - line.length;
    } else {
      page.push(line);
      room -= line.length;
    }
  }
  return pages.map((page, index) => ({
    message: pages.length === 1 ? message : `${message} (${index + 1} of ${pages.length})`,
    detail: page.join('\n'),
  }));
}

function splitLine(line: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start === 0 || start < line.length; start += PAGE_CHARACTERS) {
    parts.push(line.slice(start, start + PAGE_CHARACTERS));
  }
  return parts;
}

/** Shows all pages in their order; only the last one has the button. False where the person leaves before. */
export async function showPages(
  editor: Pick<Editor, 'confirm'>,
  pages: readonly DialogPage[],
  button: string,
): Promise<boolean> {
  for (const [index, { message, detail }] of pages.entries()) {
    const wanted = index === pages.length - 1 ? button : 'Next';
    if ((await editor.confirm(message, detail, wanted)) !== wanted) return false;
  }
  return pages.length > 0;
}
