import { userInfo } from 'node:os';
import { findHome, systemClock, type Host } from '@toolyard/host';
import type { PluginManifest } from 'obsidian';
import type { NoteApp } from '../ports/note-app.ts';

/** What yards and notes need of the program that they run in, which is Obsidian's window with Node in it. */
export function createObsidianHost(
  { id, version }: PluginManifest,
  app: Pick<NoteApp, 'vaultFolder' | 'notify'>,
): Host {
  const { env, platform } = process;
  return {
    surroundings: {
      env,
      cwd: app.vaultFolder,
      homeDir: findHome(),
      platform,
      userId: process.getuid?.() ?? userInfo().username,
      isDesktop: true,
    },
    info: { name: `${id}-obsidian`, version },
    clock: systemClock,
    notify: ({ message }) => app.notify(message),
  };
}
