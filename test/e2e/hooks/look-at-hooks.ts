import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Workspace } from './create-workspace.ts';

/** The home of whoever works in the workspace. */
export function homeOf({ folder }: Workspace): string {
  return join(dirname(folder), 'home');
}

/** Writes hooks that run in every workspace. */
export function writeUserHooks(workspace: Workspace, ...hooks: readonly object[]): void {
  const file = join(homeOf(workspace), '.config/toolyard/hooks.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ version: 1, hooks }));
}

/** What `hooks list` says about each hook. */
export async function statesOf(workspace: Workspace): Promise<Record<string, string>> {
  const { stdout } = await workspace.hooks('list', '--json');
  const listed: { id: string; state: string }[] = JSON.parse(stdout);
  return Object.fromEntries(listed.map(({ id, state }) => [id, state]));
}
