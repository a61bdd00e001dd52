import { describe, expect, it } from 'vitest';
import { createYardFolder, fixture, type Entry } from './harness/create-yard-folder.ts';
import { openGateway, type GatewayOptions } from './harness/start-gateway.ts';
import type { RawClient } from './harness/raw-client.ts';

const QUIET: Readonly<Record<string, Entry>> = {
  echo: fixture('echo'),
  full: fixture('full'),
  pages: fixture('lists-in-pages'),
  odd: fixture('odd-results'),
};
const NOISY: Readonly<Record<string, Entry>> = {
  ...QUIET,
  garbage: fixture('prints-garbage'),
  stderr: fixture('fills-stderr'),
  early: fixture('exits-on-start'),
  absent: { command: 'no-such-program-here' },
  dies: fixture('exits-on-call'),
};

/** A short life with a bit of everything in it. */
async function live(servers: Readonly<Record<string, Entry>>, options: GatewayOptions = {}): Promise<RawClient> {
  const gateway = await openGateway(createYardFolder(servers), options);
  await gateway.toolNames();
  for (const method of ['prompts/list', 'resources/list', 'resources/templates/list', 'no/such/method']) {
    await gateway.request(method);
  }
  for (const tool of ['full:log', 'full:fail', 'odd:unknown_content', 'pages:tool_14', 'nothing', 'dies:exit']) {
    await gateway.call(tool);
  }
  for (const key of Object.keys(servers)) await gateway.call(`${key}:echo`, { text: key });
  expect(await gateway.close()).toMatchObject({ code: 0, signal: null });
  return gateway;
}

function expectOnlyMessages(gateway: RawClient): void {
  expect(gateway.noise).toEqual([]);
  expect(gateway.messages.length).toBeGreaterThan(10);
  expect(gateway.messages.filter((message) => message.jsonrpc !== '2.0')).toEqual([]);
}

describe('stdout', () => {
  it.each([
    ['quiet servers', QUIET, []],
    ['noisy servers', NOISY, []],
    ['noisy servers and --debug', NOISY, ['--debug']],
  ])('has nothing but the protocol with %s', async (_what, servers, words) => {
    expectOnlyMessages(await live(servers, { words }));
  });

  it('has nothing but the protocol with mcp-simple-aggregator --debug', async () => {
    expectOnlyMessages(await live(NOISY, { program: 'mcp-simple-aggregator', words: ['--debug'] }));
  });
});

describe('stderr', () => {
  it('is empty while nothing is wrong', async () => {
    expect((await live(QUIET)).stderr).toBe('');
  });

  it('names each server that is wrong, in a line, and shows no more of what servers write', async () => {
    const { stderr } = await live(NOISY);
    for (const key of ['early', 'absent', 'dies', 'garbage'])
      expect(stderr).toMatch(new RegExp(`^toolyard: .*"${key}"`, 'm'));
    expect(stderr).not.toContain('eeeeeeeeee');
    expect(stderr.split('\n').length).toBeLessThan(20);
    expect(stderr).not.toContain('\u001b');
  });

  it('has every event with its time and server under --debug', async () => {
    const { stderr } = await live(QUIET, { words: ['--debug'] });
    expect(stderr).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z debug \[echo\] /m);
    for (const line of stderr.trimEnd().split('\n')) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \w+ /);
  });
});
