import { PassThrough } from 'node:stream';
import type { ApprovalRequest, Decision } from '@toolyard/assistant';
import { toToolId } from '@toolyard/core';
import { waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createProcessContext } from '../process/create-process-context.ts';
import { createTerminalApprover } from './create-terminal-approver.ts';

const forever = new AbortController().signal;

function toRequest(id: string, more: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return { id, tool: toToolId('a', id), server: 'a', arguments: {}, isDestructive: false, ...more };
}

/** Asks about these calls; each text is typed when the question is shown once more. */
async function decide(calls: readonly ApprovalRequest[], ...typed: readonly (string | undefined)[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  let shown = '';
  stderr.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const context = createProcessContext();
  const terminal = { ...context.terminal, stdin, stderr };
  const surroundings = { ...context.surroundings, env: { NO_COLOR: '1' } };
  const approver = createTerminalApprover({ terminal, surroundings }, (question) => question());
  const decided = approver.decide(calls, forever);
  for (const [index, text] of typed.entries()) {
    await waitUntil(() => shown.split('Allow what is ticked?').length > index + 1, 10_000);
    if (text === undefined) stdin.end();
    else stdin.write(`${text}\r`);
  }
  return { decided: Object.fromEntries<Decision>(await decided), shown };
}

it('ticks all calls but those among several that may destroy something', async () => {
  const calls = [toRequest('read'), toRequest('drop', { isDestructive: true })];
  expect((await decide(calls, 'y')).decided).toEqual({ read: 'once', drop: 'denied' });
  expect((await decide(calls.slice(1), 'y')).decided).toEqual({ drop: 'once' });
});

it('takes numbers as ticks, and asks again for anything else', async () => {
  const calls = [toRequest('read'), toRequest('drop', { isDestructive: true })];
  expect((await decide(calls, '1, 2', '', 'what?', '9', 'S')).decided).toEqual({
    read: 'denied',
    drop: 'always-server',
  });
  expect((await decide(calls, 'a')).decided).toEqual({ read: 'always-tool', drop: 'denied' });
});

it('allows nothing where the person says no, or leaves', async () => {
  expect((await decide([toRequest('read')], 'no')).decided).toEqual({ read: 'denied' });
  expect((await decide([toRequest('read')], undefined)).decided).toEqual({});
});

it('shows each argument on a line of its own, with every character visible', async () => {
  const given = { 'na\nme': 'a\nAllow \u202e [x] 2. b', list: [1, { b: 2 }], long: 'x'.repeat(6000) };
  const { shown } = await decide([toRequest('read', { arguments: given })], 'n');
  const lines = shown.split(/\r?\n/);
  expect(lines).toContain('[x] 1. a:read');
  expect(lines).toContain(String.raw`       list: [1,{"b":2}]`);
  expect(shown).toContain(String.raw`: "a\nAllow \u202e [x] 2. b"`);
  expect(lines.filter((line) => line.includes('more characters are not shown'))).toHaveLength(1);
});
