import { createLocalYard } from '@toolyard/runtime';
import { createConfiguration, createFakeClock, createFakeLinkStarter } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createHookYard } from './create-hook-yard.ts';

const signal = new AbortController().signal;

function open() {
  const yard = createLocalYard({
    configuration: createConfiguration({ chat: {} }),
    links: createFakeLinkStarter({ chat: { tools: ['post'] } }),
    clock: createFakeClock(),
    log: { write: () => undefined },
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  return createHookYard(yard);
}

it('knows servers and the definitions of their tools', async () => {
  const yard = open();
  await yard.settled('chat', signal);
  expect(yard.server('chat')?.state).toBe('running');
  expect(yard.tool('chat', 'post')).toMatchObject({ name: 'post' });
  expect(yard.tool('chat', 'none')).toBeUndefined();
  expect(yard.server('nobody')).toBeUndefined();
});

it('tells how often the call of one run was tried and when it was sent, and of no other', async () => {
  const yard = open();
  await yard.settled('chat', signal);
  const attempts: unknown[] = [];
  const forget = yard.onAttempt('run-1', (count, sentAt) => attempts.push(count, typeof sentAt));
  const call = (run: string) =>
    yard.caller.call({ tool: 'chat:post', arguments: {}, origin: 'hook', hook: { hook: 'h', run } }, signal);
  await call('run-2');
  await call('run-1');
  expect(attempts).toEqual([1, 'number']);
  forget();
  await call('run-1');
  expect(attempts).toEqual([1, 'number']);
});
