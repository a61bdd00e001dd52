import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createMemoryLog,
  waitUntil,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createLocalYard } from '../create-local-yard.ts';
import { createVolatileMemory } from './create-volatile-memory.ts';

const LACKING = { missing: ['ONE', 'TWO'] };

function open(lacking: object = LACKING, memory = createVolatileMemory()) {
  const links = createFakeLinkStarter({ lacking: { tools: ['a'] }, other: { tools: ['b'] } });
  const log = createMemoryLog();
  const yard = createLocalYard({
    configuration: createConfiguration({ lacking, other: {} }),
    links,
    clock: createFakeClock(),
    log,
    memory,
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  return { yard, links, log, memory };
}

const REASON = 'the environment variables ONE and TWO are not set';

it('is failed with all the names where variables are missing, while others run', async () => {
  const { yard, links, log } = open();
  await waitUntil(() => yard.server('other')?.state === 'running');
  expect(yard.server('lacking')).toMatchObject({
    state: 'failed',
    phase: 'startup',
    code: 'missing_env_var',
    reason: REASON,
    tools: 0,
  });
  expect(yard.server('other')).not.toHaveProperty('code');
  expect(links.starts.has('lacking')).toBe(false);
  const advice = 'Set what is missing in the environment, then restart Toolyard.';
  const text = `Server "lacking" did not start: ${REASON}. ${advice}`;
  expect(log.lines).toContainEqual({ level: 'error', text, server: 'lacking' });
  const signal = new AbortController().signal;
  await expect(yard.caller.call({ tool: 'lacking:a', arguments: {}, origin: 'person' }, signal)).rejects.toThrow(text);
});

it('fails likewise where it has a copy for each session, and starts only when it is asked to', async () => {
  const { yard } = open({ ...LACKING, sharing: 'per-session', start: 'lazy' });
  await waitUntil(() => yard.server('lacking')?.state === 'failed');
  await yard.enable('lacking');
  await waitUntil(() => yard.server('lacking')?.state === 'failed');
});

it('forgets nothing of what it offers where its variables are set', async () => {
  const { yard, memory } = open({});
  await waitUntil(() => yard.server('lacking')?.state === 'running');
  const known = memory.recall('lacking');
  expect(known?.lists).toBeDefined();
  const lacking = open(LACKING, memory);
  await waitUntil(() => lacking.yard.server('lacking')?.state === 'failed');
  expect(memory.recall('lacking')).toEqual(known);
});

it('runs once a configuration has what was missing', async () => {
  const { yard } = open();
  await waitUntil(() => yard.server('lacking')?.state === 'failed');
  await yard.reconfigure(createConfiguration({ lacking: {}, other: {} }));
  await waitUntil(() => yard.server('lacking')?.state === 'running');
  expect(yard.server('lacking')).not.toHaveProperty('code');
});
