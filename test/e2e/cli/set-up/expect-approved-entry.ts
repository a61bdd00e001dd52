import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { fixture, runToolyard, startToolyard } from '../run-toolyard.ts';
import type { ClientHome } from './client-home.ts';

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})}\n`;

/** The entry that is written for a client, with or without a shared yard, starts nothing once the file that was approved has changed. */
export async function expectApprovedEntry(
  { pathOf, read, run, write }: ClientHome,
  how: '--shared' | 'alone',
): Promise<void> {
  const configure = (proof: string): Promise<void> => {
    const script = `require('node:fs').writeFileSync(${JSON.stringify(pathOf(proof))}, '')`;
    const servers = { echo: fixture('echo'), trap: { command: process.execPath, args: ['-e', script] } };
    return write('toolyard.json', JSON.stringify({ mcpServers: servers, toolyard: { sharedIdleMs: 1000 } }));
  };
  await configure('approved');
  await run('approve', '--yes');
  await run('connect', 'cursor', '--yes');
  const [, ...words] = JSON.parse(await read('.cursor/mcp.json')).mcpServers.toolyard.args as string[];
  const start = async (): Promise<{ code: number | null; answer: object; stderr: string }> => {
    const elsewhere = { cwd: tmpdir(), env: { HOME: pathOf('.') } };
    const { child, finished, saw } = startToolyard(
      words.filter((word) => how === '--shared' || word !== '--shared'),
      elsewhere,
    );
    child.stdin.write(INITIALIZE);
    await saw('stdout', '\n');
    child.stdin.end();
    const { code, stdout, stderr } = await finished;
    return { code, stderr, answer: JSON.parse(stdout.split('\n')[0] ?? '') };
  };
  expect(await start()).toMatchObject({ code: 0, answer: { id: 1, result: { serverInfo: { name: 'toolyard' } } } });

  const untilNobodyRunsIt = (): Promise<void> =>
    waitUntil(() => findProcesses(pathOf('toolyard.json')).length === 0, 20_000);
  await untilNobodyRunsIt();
  await configure('changed');
  const message =
    `${pathOf('toolyard.json')} is not approved, or has changed since it was approved, so none of its servers were started. ` +
    `To see what it would start and to approve it, run: toolyard approve --found ${pathOf('toolyard.json')}`;
  const refused = await start();
  expect(refused).toMatchObject({ code: 2, answer: { id: 1, error: { message } } });
  expect(refused.stderr).toContain(message);
  expect(await readdir(pathOf('.'))).not.toContain('changed');

  const approving = ['approve', '--yes', '--found', pathOf('toolyard.json')];
  expect(await runToolyard(approving, { cwd: tmpdir(), env: { HOME: pathOf('.') } })).toMatchObject({ code: 0 });
  expect(await start()).toMatchObject({ code: 0, answer: { result: {} } });
  // The yard in the background writes its last words into the folder.
  await untilNobodyRunsIt();
}
