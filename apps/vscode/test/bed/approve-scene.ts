import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Host } from '@toolyard/host';
import { waitUntil } from '@toolyard/testing';
import { createFolder } from '../../src/folder/create-folder.ts';
import type { EditorServerPlace } from './start-editor-server.ts';

const WAIT_MS = 30_000;

/** Approves the servers and hooks that a folder has now, for the person of an editor, as a window of theirs would have; nothing of it runs on. */
export async function approveScene(path: string, editor: Pick<EditorServerPlace, 'home' | 'state'>): Promise<void> {
  const host = createSceneHost(path, editor);
  const folder = createFolder({
    name: 'work',
    path,
    host,
    askingHost: { ...host, approve: async () => true },
    files: {
      read: (file) => readFile(file, 'utf8').catch(() => undefined),
      write: () => Promise.reject(new Error('no')),
    },
    shown: { write: () => undefined },
    isTrusted: true,
    // It only approves; runs are for the window.
    settings: { hooksEnabled: false, sources: [] },
  });
  try {
    await folder.openYard({ mayAsk: true });
    await folder.refresh();
    for (const { resolved } of folder.state().hooks) await folder.approve(resolved);
    await waitUntil(() => folder.state().hooks.every(({ state }) => state !== 'not approved'), WAIT_MS);
  } finally {
    await folder.close();
  }
}

function createSceneHost(cwd: string, { home, state }: Pick<EditorServerPlace, 'home' | 'state'>): Host {
  const env = {
    PATH: process.env['PATH'],
    TOOLYARD_STATE_DIR: state,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_STATE_HOME: join(home, '.local/state'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  return {
    surroundings: { env, cwd, homeDir: home, platform: process.platform, userId: process.getuid?.() ?? 0 },
    info: { name: 'a test', version: '1.0.0' },
    clock: systemClock,
    notify: () => undefined,
  };
}
