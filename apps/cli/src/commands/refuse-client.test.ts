import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { refuseClient } from './refuse-client.ts';

const INITIALIZE = '{"jsonrpc":"2.0","id":"a7","method":"initialize","params":{}}\n';

async function refuse(stdin: PassThrough, limitMs?: number): Promise<string> {
  const stdout = new PassThrough({ encoding: 'utf8' });
  await refuseClient({ stdin, stdout }, 'The reason.', limitMs);
  return stdout.read() ?? '';
}

it('answers what the client asked first with the reason', async () => {
  const stdin = new PassThrough();
  stdin.write(`no message\n{"jsonrpc":"2.0","method":"notifications/x"}\n${INITIALIZE}`);
  const answer: unknown = JSON.parse(await refuse(stdin, 60_000));
  expect(answer).toEqual({ jsonrpc: '2.0', id: 'a7', error: { code: -32603, message: 'The reason.' } });
});

it('says nothing to a client that asks nothing', async () => {
  expect(await refuse(new PassThrough(), 10)).toBe('');
  expect(await refuse(new PassThrough().end(), 60_000)).toBe('');
});

it('says nothing on a terminal', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(INITIALIZE);
  expect(await refuse(stdin)).toBe('');
});
