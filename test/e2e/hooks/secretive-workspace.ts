import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { WAIT_MS } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { WEBHOOK } from './fire-at-servers.ts';
import { besides } from './hostile-hooks.ts';

const SECRETS = ['hunter-of-the-file-1', 'hunter-of-the-variable-2', 'hunter-in-a-header-3'] as const;
const [, , IN_HEADER] = SECRETS;
/** The secret in the configuration itself, and the one in a variable that it names. */
export const [IN_FILE, IN_VARIABLE] = SECRETS;
/** A text with all of them. */
export const TEXT: string = `before ${SECRETS.join(' and ')} after`;
/** Gives a tool that text. */
export const WITH_SECRETS: object = noteHook('tool', WEBHOOK, TEXT);

/** A workspace whose servers have the secrets. */
export function createSecretive(...hooks: readonly object[]): Workspace {
  const headers = { Authorization: `Bearer ${IN_HEADER}` };
  const workspace = createWorkspace({
    env: { THE_TOKEN: IN_VARIABLE },
    servers: {
      other: { ...fixture('echo'), env: { API_KEY: IN_FILE, TOKEN: '${THE_TOKEN}' } },
      web: { type: 'http', url: 'http://127.0.0.1:9/mcp', headers },
    },
  });
  workspace.writeHooks(...hooks);
  return workspace;
}

/** Runs commands besides a watch; gives all that was shown, and the files that there were before and after its end. */
export async function show(
  workspace: Workspace,
  calls: number,
  ...commands: readonly (readonly string[])[]
): Promise<{ readonly outputs: readonly string[]; readonly kept: readonly KeptFile[] }> {
  // The one output that shows them: whoever approves sees what is written.
  await workspace.hooks('approve', '--yes');
  const outputs = [];
  const watching = await workspace.watch();
  for (const words of commands) outputs.push(await workspace.hooks(...words));
  await waitUntil(() => workspace.calls().length === calls, WAIT_MS);
  const kept = filesBelow(besides(workspace, 'home'));
  watching.child.kill('SIGINT');
  outputs.push(await watching.finished);
  const all = [...kept, ...filesBelow(besides(workspace, 'home'))];
  expect(all.filter(({ mode }) => (mode & 0o077) !== 0).map(({ file }) => file)).toEqual([]);
  const names = new Set(all.map(({ file }) => basename(file)));
  expect([names.has('journal.jsonl'), names.has('runs.jsonl')]).toEqual([true, true]);
  return { outputs: outputs.map(({ stdout, stderr }) => stdout + stderr), kept: all };
}

/** Whether a text has one of the secrets. */
export const tells = (text: string): boolean => SECRETS.some((secret) => text.includes(secret));
/** Commands that show what there is, and what happened. */
export const LOOKS: readonly (readonly string[])[] = [
  ['log'],
  ['log', '--json'],
  ['log', 'last'],
  ['list', '--json'],
  ['check'],
];

interface KeptFile {
  readonly file: string;
  readonly content: string;
  readonly mode: number;
}

function filesBelow(folder: string): KeptFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => ({ file, content: readFileSync(file, 'utf8'), mode: statSync(file).mode }));
}
