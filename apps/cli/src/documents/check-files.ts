import { parseNote, resolveBindings } from '@toolyard/documents';
import { createNoteFile } from '@toolyard/node';
import { WAIT_MS, waitForServers } from '../yard/wait-for-servers.ts';
import { checkBlocks } from './check-blocks.ts';
import type { FileRun } from './report-run.ts';
import { knownServersOf, nameFile, toNotePath, type RunWork } from './run-file.ts';
import { createSelection } from './select-blocks.ts';

/** What would run in each file, once the servers have started; no tool is called. */
export async function checkFiles(files: readonly string[], { host, options, use }: RunWork): Promise<FileRun[]> {
  const { configuration, place, signal, yard } = use;
  await waitForServers(yard, host, { ms: WAIT_MS, signal });
  const servers = knownServersOf(yard);
  const bindings = configuration.settings.bindings ?? [];
  return Promise.all(
    files.map(async (file) => {
      const text = await createNoteFile(file).read();
      const note = parseNote(text, { servers: servers.map(({ key }) => key) });
      const bound = resolveBindings(note, { bindings, path: toNotePath(file, place.file, host), servers });
      const isSelected = createSelection(options, nameFile(file, host));
      const blocks = await checkBlocks(
        bound.blocks.filter((block) => isSelected(block, bound)),
        yard,
      );
      return { file: nameFile(file, host), blocks, issues: bound.issues };
    }),
  );
}
