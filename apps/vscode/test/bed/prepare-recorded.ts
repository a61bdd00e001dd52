import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { approveScene } from './approve-scene.ts';
import { toServer } from './create-scene.ts';
import type { EditorServerPlace } from './start-editor-server.ts';

/** Fills the folder of a window for tests in the extension host: hooks, a server `rec` that records its calls beside the folder, others, and files; all is approved. */
export async function prepareRecorded(
  folder: string,
  editor: Pick<EditorServerPlace, 'home' | 'state'>,
  {
    hooks,
    files,
    servers = {},
  }: {
    readonly hooks: readonly object[];
    readonly files: Readonly<Record<string, string>>;
    readonly servers?: Readonly<Record<string, object>>;
  },
): Promise<void> {
  const rec = toServer('records-calls', {
    RECORD: join(dirname(folder), 'calls.jsonl'),
    RELEASE: join(dirname(folder), 'release'),
  });
  const all = {
    'toolyard.json': JSON.stringify({ mcpServers: { rec, ...servers } }),
    '.toolyard/hooks.json': JSON.stringify({ version: 1, hooks }),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await approveScene(folder, editor);
}
