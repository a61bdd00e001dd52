import type { RenderedResult } from '../write/render-result.ts';
import type { NoteStore } from './note-store.ts';

/**
 * Stores the files of a result and gives it with the names they have. A file may take the place of one that `last`, the
 * result before it, links to; whatever else lies beside the note is somebody's own, and then another name is chosen.
 */
export async function attachFiles(
  store: NoteStore,
  last: string,
  render: (taken: ReadonlySet<string>) => RenderedResult,
): Promise<RenderedResult> {
  const taken = new Set<string>();
  const stored = new Set<string>();

  async function storeAll({ attachments }: RenderedResult): Promise<boolean> {
    for (const { name, bytes } of attachments) {
      const isOwn = stored.has(name) || last.includes(`](${name})`);
      if (!(await store.attach(name, bytes, isOwn))) {
        taken.add(name);
        return false;
      }
      stored.add(name);
    }
    return true;
  }

  let rendered = render(taken);
  while (!(await storeAll(rendered))) rendered = render(taken);
  return rendered;
}
