import type { FileNaming } from '../write/create-attachments.ts';
import type { RenderedResult } from '../write/render-result.ts';
import type { NoteStore, ResultFiles } from './note-store.ts';

type Render = (naming: FileNaming) => RenderedResult;

/**
 * Stores the files of a result and gives it with the links they have. Beside a note a file may take the place of one that `last`, the
 * result before it, links to; whatever else lies there is somebody's own, and then another name is chosen.
 */
export async function attachFiles(store: NoteStore, last: string, render: Render): Promise<RenderedResult> {
  return store.files === undefined ? storeBeside(store, last, render) : addAll(store.files, render);
}

async function addAll(files: ResultFiles, render: Render): Promise<RenderedResult> {
  const links = new Map<string, string>();
  for (const file of render({}).attachments) links.set(file.name, await files.add(file));
  return render({ links });
}

async function storeBeside(store: NoteStore, last: string, render: Render): Promise<RenderedResult> {
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

  let rendered = render({ taken });
  while (!(await storeAll(rendered))) rendered = render({ taken });
  return rendered;
}
