import { ToolyardError, type CallEvent } from '@toolyard/core';
import { createConfiguration, createFakeClock, createFakeLinkStarter, createMemoryLog } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createLocalYard, type YardOptions } from './create-local-yard.ts';

const signal = new AbortController().signal;
const redactShown = (text: string): string => text.replaceAll('secret', '***');

function open(options: Partial<YardOptions>, isEnabled = true) {
  const links = createFakeLinkStarter({
    a: { tools: ['t'], call: () => '{"content":[{"type":"text","text":"secret"}]}' },
  });
  const yard = createLocalYard({
    configuration: createConfiguration({ a: { enabled: isEnabled } }),
    links,
    clock: createFakeClock(),
    log: createMemoryLog(),
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
    ...options,
  });
  return { yard, links };
}

describe('what is shown', () => {
  it('of calls has no secrets, while the caller gets the result as it is', async () => {
    const { yard } = open({ redactShown });
    const seen: CallEvent[] = [];
    const active: unknown[] = [];
    yard.calls.on((event) => {
      seen.push(event);
      active.push(...yard.calls.active());
    });
    const outcome = await yard.caller.call({ tool: 'a:t', arguments: { q: 'a secret' }, origin: 'person' }, signal);
    expect(outcome).toMatchObject({ json: '{"content":[{"type":"text","text":"secret"}]}' });
    expect(yard.calls.history()).toMatchObject([{ parameters: { q: 'a ***' }, result: { content: '***' } }]);
    expect(seen).toHaveLength(3);
    expect(active.length).toBeGreaterThan(0);
    expect(JSON.stringify([seen, active, yard.calls.history()])).not.toContain('secret');
  });

  it('of the problem with the configuration has none either', () => {
    expect(open({ redactShown, configurationProblem: () => 'a secret is wrong' }).yard.configurationProblem()).toBe(
      'a *** is wrong',
    );
    expect(open({ redactShown }).yard.configurationProblem()).toBeUndefined();
  });
});

describe('enabling', () => {
  it('a server that the configuration has disabled prepares it first, also by another configuration', async () => {
    const prepared: string[] = [];
    const { yard, links } = open(
      {
        async prepareServer(key) {
          prepared.push(key);
          expect(links.starts.size).toBe(0);
          await yard.reconfigure(createConfiguration({ a: { enabled: false, args: ['filled-in'] } }));
        },
      },
      false,
    );
    await yard.enable('a');
    await yard.settled({ signal });
    expect(prepared).toEqual(['a']);
    expect(yard.server('a')?.state).toBe('running');
    expect(yard.configuration().servers[0]).toMatchObject({ args: ['filled-in'] });
  });

  it('a server that cannot be prepared leaves it off', async () => {
    const missing = new ToolyardError('config-invalid', 'a variable is missing');
    const { yard } = open({ prepareServer: () => Promise.reject(missing) }, false);
    await expect(yard.enable('a')).rejects.toBe(missing);
    expect(yard.server('a')?.state).toBe('disabled');
  });

  it('one that lacked variables gets those that were given since', async () => {
    const { yard } = open({
      prepareServer: async () => yard.reconfigure(createConfiguration({ a: { args: ['filled-in'] } })),
    });
    await yard.reconfigure(createConfiguration({ a: { missing: ['ONE'] } }));
    await yard.settled({ signal });
    expect(yard.server('a')?.code).toBe('missing_env_var');
    await yard.enable('a');
    await yard.settled({ signal });
    expect(yard.server('a')?.state).toBe('running');
  });

  it('one that the configuration has enabled needs no preparation', async () => {
    const { yard } = open({ prepareServer: () => Promise.reject(new Error('not wanted')) });
    await yard.settled({ signal });
    await yard.disable('a');
    await yard.enable('a');
    await yard.settled({ signal });
    expect(yard.server('a')?.state).toBe('running');
  });
});
