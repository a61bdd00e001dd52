import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { scriptHook } from './approved-workspace.ts';
import { createWorkspace, type Workspace } from './create-workspace.ts';
import { WEBHOOK } from './fire-at-servers.ts';

/** What the hook leaves. */
export const traceOf = ({ folder }: Workspace): string => join(dirname(folder), 'trace');

/** A hook that leaves a trace where it runs. */
export function tracing(workspace: Workspace, id = 'evil'): object {
  return scriptHook(id, WEBHOOK, "require('node:fs').writeFileSync(process.argv[1], '')", traceOf(workspace));
}

/** Nobody reads hooks behind a link of this name that leads out of the workspace. */
export async function expectNobodyBehind(link: '.toolyard' | '.toolyard/hooks.json'): Promise<void> {
  const workspace = createWorkspace();
  const elsewhere = join(dirname(workspace.folder), 'elsewhere');
  workspace.writeHooks(tracing(workspace));
  renameSync(join(workspace.folder, '.toolyard'), elsewhere);
  mkdirSync(dirname(join(workspace.folder, link)), { recursive: true });
  symlinkSync(link.endsWith('.json') ? join(elsewhere, 'hooks.json') : elsewhere, join(workspace.folder, link));
  for (const words of [
    ['fire', 'webhook'],
    ['run', 'evil', '--yes'],
    ['approve', '--yes'],
    ['watch', '--yes'],
  ]) {
    const { code, stderr } = await workspace.hooks(...words, '--workspace', '.');
    expect(stderr).toContain('a link leads out of the workspace');
    expect(code).toBe(2);
  }
  expect(existsSync(traceOf(workspace))).toBe(false);
}
