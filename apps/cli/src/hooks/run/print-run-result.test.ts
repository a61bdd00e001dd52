import { PassThrough } from 'node:stream';
import type { RunRecord } from '@toolyard/hooks';
import { exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createProcessContext } from '../../process/create-process-context.ts';
import { printRunResult } from './print-run-result.ts';

async function print(change: Partial<RunRecord>, isTTY = false): Promise<readonly [stdout: string, stderr: string]> {
  const open = (): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), { isTTY });
  const [stdout, stderr] = [open(), open()];
  const { terminal, surroundings } = createProcessContext();
  await printRunResult(exampleRecord(change), {
    terminal: { ...terminal, stdin: new PassThrough(), stdout, stderr },
    surroundings: { ...surroundings, env: {} },
  });
  return [String(stdout.read() ?? ''), String(stderr.read() ?? '')];
}

it.each<[string, Partial<RunRecord>, string, string]>([
  ['a text as it is', { result: 'one\ntwo' }, 'one\ntwo\n', ''],
  ['the words of a tool in place of its value', { result: { id: 7 }, text: 'Made 7.' }, 'Made 7.\n', ''],
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

it('gives a pipe what a program wrote as it is, and a terminal nothing that steers it', async () => {
  const change = { action: 'custom', result: { stdout: '\u001b[31mred\u001b[0m\n', stderr: '\u0007' } } as const;
  expect(await print(change)).toEqual(['\u001b[31mred\u001b[0m\n', '\u0007']);
  expect(await print(change, true)).toEqual(['red\n', '']);
});
