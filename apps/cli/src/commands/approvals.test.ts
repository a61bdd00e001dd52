import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toToolId } from '@toolyard/core';
import { openToolApprovals } from '@toolyard/host/assistant';
import { expect, it, onTestFinished } from 'vitest';
import { runInProcess, type Ended } from '../../test/run-in-process.ts';
import { surroundingsIn } from '../../test/doctor-home.ts';

/** A configuration for whose server `a` a tool was approved, and for whose server `b` all tools were. */
async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-approvals-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = join(folder, 'servers.json');
  const configure = (command: string): Promise<void> =>
    writeFile(config, JSON.stringify({ mcpServers: { a: { command: 'x' }, b: { command } } }));
  await configure('x');
  const surroundings = { ...surroundingsIn(folder), cwd: folder };
  const host = { surroundings, notify: () => undefined };
  const approvals = openToolApprovals(host, { file: config }, { config });
  await approvals.approveTool(toToolId('a', 'read'));
  await approvals.approveServer('b');
  const run = (...words: string[]): Promise<Ended> =>
    runInProcess(['approvals', ...words, '--config', config], surroundings);
  return { configure, run };
}

it('shows what was approved for good, and what no longer counts since the server is another one', async () => {
  const { configure, run } = await open();
  await configure('y');
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^NAME +ALLOWS +GIVEN UTC +STATE *$/m);
  expect(stdout).toMatch(/^a:read +this tool +\d{4}-\d\d-\d\d \d\d:\d\d +counts *$/m);
  expect(stdout).toMatch(/^b +all tools of the server +\d{4}-\d\d-\d\d \d\d:\d\d +server changed *$/m);
});

it('revokes what is named, and says where there is nothing to revoke', async () => {
  const { run } = await open();
  const revoked = await run('revoke', 'a:read', '--json');
  expect(revoked).toMatchObject({ code: 0, stderr: 'Revoked: a:read\n' });
  expect(JSON.parse(revoked.stdout)).toEqual([{ name: 'b', kind: 'server', at: expect.any(String), current: true }]);
  expect(await run('revoke', 'a:read')).toMatchObject({
    code: 2,
    stderr: 'Nothing is approved for a:read. Run "toolyard approvals" to see what is.\n',
  });
  expect((await run('revoke')).code).toBe(2);
  await run('revoke', 'b');
  expect(await run()).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing is approved for good.\n' });
});
