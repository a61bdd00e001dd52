import { describe, expect, it } from 'vitest';
import { runToolyard } from './cli/run-toolyard.ts';
import { createYardFolder, fixture, type YardFolder } from './harness/create-yard-folder.ts';
import { expectToldInStatus, HANGS, MIXED } from './harness/mixed-yard.ts';
import { textOf, type RawClient } from './harness/raw-client.ts';
import { startGateway } from './harness/start-gateway.ts';

const LIST_WAIT_MS = 3000;
/** How long a busy machine may take to start ten servers. */
const PATIENCE = { timeout: 60_000 };
const PAGES = Array.from({ length: 14 }, (_, index) => `tool_${String(index + 1).padStart(2, '0')}`);
const GOOD_TOOLS = [
  'first:echo',
  'first:add',
  'first:process',
  'garbage:echo',
  'stderr:echo',
  ...PAGES.map((name) => `pages:${name}`),
  ...PAGES.map((name) => `loops:${name}`),
];
const LAST_TOOLS = ['last:echo', 'last:add', 'last:process'];

function createMixedYard(): YardFolder {
  // One that hangs is starting all the time, so whatever waited for it would never come.
  const times = { listWaitMs: LIST_WAIT_MS, startTimeoutMs: 600_000 };
  return createYardFolder({ ...MIXED, ...HANGS }, { ...times, naming: 'colon' });
}

/** Calls the good servers one after another, all at once, until it is told to stop; gives the answers that were wrong. */
function keepCalling(gateway: RawClient): { stop(): Promise<{ calls: number; wrong: unknown[] }> } {
  const stopping = new AbortController();
  const names = ['first:echo', 'garbage:echo', 'stderr:echo', 'last:echo'];
  const loops = names.map(async (name) => {
    const wrong: unknown[] = [];
    let calls = 0;
    for (; !stopping.signal.aborted; calls++) {
      const answer = await gateway.call(name, { text: `${name} ${calls}` });
      if (textOf(answer) !== `${name} ${calls}`) wrong.push(answer);
    }
    return { calls, wrong };
  });
  return {
    async stop() {
      stopping.abort();
      const all = await Promise.all(loops);
      return { calls: Math.min(...all.map((each) => each.calls)), wrong: all.flatMap((each) => each.wrong) };
    },
  };
}

describe('good servers among bad ones', () => {
  it('are listed and answer throughout, whatever the bad ones do', async () => {
    const gateway = startGateway(createMixedYard());
    await gateway.initialize();
    const listing = gateway.toolNames();
    const early = (): Promise<string> => gateway.text('first:echo', { text: 'before the list' });
    await expect.poll(early, PATIENCE).toBe('before the list');

    await listing;
    const listed = [...GOOD_TOOLS, 'dies:exit', ...LAST_TOOLS];
    await expect.poll(() => gateway.toolNames(), PATIENCE).toEqual(listed);

    const calling = keepCalling(gateway);
    const died = await gateway.call('dies:exit');
    expect(died.result).toMatchObject({ isError: true });
    expect(textOf(died)).toContain('Server "dies" exited with code 7');
    await gateway.saw((message) => message.method === 'notifications/tools/list_changed');
    await expect.poll(() => gateway.toolNames(), PATIENCE).toEqual([...GOOD_TOOLS, ...LAST_TOOLS]);
    for (const [tool, why] of [
      ['dies:exit', 'exited with code 7'],
      ['absent:x', '"no-such-program-here" was not found'],
      ['early:x', 'exited with code 3'],
    ] as const) {
      const answer = async (): Promise<unknown> => (await gateway.call(tool)).result;
      const text = expect.stringContaining(why);
      await expect.poll(answer, PATIENCE).toMatchObject({ isError: true, content: [{ text }] });
    }
    const { calls, wrong } = await calling.stop();
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(0);
    expect(gateway.noise).toEqual([]);
    expect(await gateway.close()).toMatchObject({ code: 0, signal: null });
  });

  it('do not hide what is wrong with the others in status', () => expectToldInStatus(MIXED));

  it('leaves a server that hangs as starting when status may not wait for it', async () => {
    const place = createYardFolder({ hangs: fixture('never-answers'), echo: fixture('echo') });
    const words = ['status', '--wait', '1500', '--json', '--config', place.file];
    const { code, stdout } = await runToolyard(words, { cwd: place.folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      servers: [
        { key: 'hangs', state: 'starting', phase: 'initialization' },
        { key: 'echo', state: 'running' },
      ],
    });
  });
});
