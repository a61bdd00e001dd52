import { PassThrough } from 'node:stream';
import type { RunRecord } from '@toolyard/hooks';
import { expect, it } from 'vitest';
import { createProcessHost } from '../host/create-process-host.ts';
import type { Host } from '../host/host.ts';
import { exampleRecord } from './example-record.ts';
import { printRunResult } from './print-run-result.ts';

async function print(change: Partial<RunRecord>): Promise<readonly [stdout: string, stderr: string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const host: Host = { ...createProcessHost(), env: {}, stdin: new PassThrough(), stdout, stderr };
  await printRunResult(exampleRecord(change), host);
  return [String(stdout.read() ?? ''), String(stderr.read() ?? '')];
}

it.each<[string, Partial<RunRecord>, string, string]>([
  ['a text as it is', { result: 'one\ntwo' }, 'one\ntwo\n', ''],
  ['a value as JSON', { result: { id: 7 } }, '{\n  "id": 7\n}\n', ''],
  ['an empty list as JSON', { result: [] }, '[]\n', ''],
  [
    'the texts among blocks',
    {
      result: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    'a\nb\n',
    '',
  ],
  ['nothing where there is nothing', {}, '', ''],
  ['what a program wrote', { action: 'custom', result: { exitCode: 0, stdout: 'a', stderr: 'b\n' } }, 'a', 'b\n'],
])('prints %s', async (_what, change, stdout, stderr) => {
  expect(await print(change)).toEqual([stdout, stderr]);
});
