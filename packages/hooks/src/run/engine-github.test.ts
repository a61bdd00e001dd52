import { ToolyardError } from '@toolyard/core';
import { createEngineFixture, createFakeClock, createHook, createSaved, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { GitHubRequest } from '../github/to-github-requests.ts';
import type { GitHubReply } from '../github/github-sender.ts';
import type { RunRecord } from './run-record.ts';

const COMMON = { repository: 'ada/shop', baseUrl: 'https://api.github.com', tokenEnv: 'GITHUB_TOKEN', timeout: 30_000 };
const OPEN = { ...COMMON, operation: 'open-issue', title: 'Look at {path}' } as const;
const LABEL = { ...COMMON, operation: 'add-label', issue: 3, labels: ['x'] } as const;

const BEGAN = createFakeClock().now();

type Step = GitHubReply | Error | 'silent';

function reply(status: number, data: unknown = {}, headers: Readonly<Record<string, string>> = {}): GitHubReply {
  return { status, data, headers };
}

/** An engine with one hook, and a GitHub that takes these steps; the last one again and again. */
async function start(parameters: typeof OPEN | typeof LABEL, ...steps: readonly Step[]) {
  const clock = createFakeClock();
  const fake = createEngineFixture(clock, [createHook('a', { action: { type: 'github', parameters } })]);
  const sent: GitHubRequest[] = [];
  const opened: unknown[] = [];
  fake.github = {
    open(place) {
      opened.push(place);
      return {
        async send(request, signal) {
          const step = steps[Math.min(sent.length, steps.length - 1)];
          sent.push(request);
          if (step instanceof Error) throw step;
          if (step !== undefined && step !== 'silent') return step;
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('aborted'))),
          );
        },
      };
    },
  };
  const engine = await fake.start();
  const { ended } = await engine.enter([createSaved('a.md')]);
  return { clock, fake, sent, opened, engine, ended: ended.then(([record]) => record) };
}

async function settle(
  { clock, ended, sent }: Pick<Awaited<ReturnType<typeof start>>, 'clock' | 'ended' | 'sent'>,
  stepMs = 500,
): Promise<RunRecord | undefined> {
  const isOver = ended.then(() => true);
  for (let count = 0; count < 200; count++) {
    const before = sent.length;
    const soon = new Promise<boolean>((resolve) => void setImmediate(() => resolve(false)));
    if (await Promise.race([isOver, soon])) break;
    if (sent.length === before) clock.advance(stepMs);
  }
  return ended;
}

describe('a github action', () => {
  it('sends what its parameters say, to the place that they name', async () => {
    const run = await start(OPEN, reply(201, { number: 7, html_url: 'https://github.com/ada/shop/issues/7', id: 9n }));
    expect(await settle(run)).toMatchObject({
      status: 'success',
      attempts: 1,
      arguments: { operation: 'open-issue', title: 'Look at a.md', tokenEnv: 'GITHUB_TOKEN' },
      result: { number: 7, url: 'https://github.com/ada/shop/issues/7' },
    });
    expect(run.opened).toEqual([{ baseUrl: COMMON.baseUrl, tokenEnv: COMMON.tokenEnv }]);
    expect(run.sent).toEqual([
      {
        route: 'POST /repos/{owner}/{repo}/issues',
        parameters: { owner: 'ada', repo: 'shop', title: 'Look at a.md' },
        once: 'the issue was opened',
      },
    ]);
  });

  it('does not begin without a token', async () => {
    const fake = createEngineFixture(createFakeClock(), [
      createHook('a', { action: { type: 'github', parameters: OPEN } }),
    ]);
    const engine = await fake.start();
    const { ended } = await engine.enter([createSaved('a.md')]);
    expect(await ended).toMatchObject([{ status: 'error', reason: 'this test has no GitHub', attempts: 0 }]);
    expect(fake.machine.entries.filter(({ type }) => type === 'started')).toEqual([]);
  });

  it.each([
    ['an error of the server', reply(502)],
    ['a lost answer', new ToolyardError('connection-lost', 'closed the connection')],
    ['nobody there', new ToolyardError('server-unavailable', 'cannot be reached')],
  ])('is repeated after %s where that does no harm, and given up after four times', async (_name, step) => {
    const well = await start(LABEL, step, step, reply(200, [{ name: 'x' }]));
    expect(await settle(well)).toMatchObject({ status: 'success', attempts: 3, result: { number: 3, labels: ['x'] } });
    const never = await start(LABEL, step);
    expect(await settle(never)).toMatchObject({ status: 'error', attempts: 4 });
    expect(never.sent).toHaveLength(4);
  });

  it.each([
    [reply(500), 'GitHub failed with status 500; it is not known whether the issue was opened'],
    [
      new ToolyardError('connection-lost', 'closed the connection'),
      'GitHub closed the connection; it is not known whether the issue was opened',
    ],
    [new ToolyardError('server-unavailable', 'cannot be reached'), 'GitHub cannot be reached'],
    [new ToolyardError('server-misconfigured', 'redirects to another host'), 'GitHub redirects to another host'],
  ])('that creates is sent once: %o', async (step, reason) => {
    const run = await start(OPEN, step);
    expect(await settle(run)).toMatchObject({ status: 'error', reason, attempts: 1 });
    expect(run.sent).toHaveLength(1);
  });

  it('is not repeated where nothing would change', async () => {
    const run = await start(LABEL, new ToolyardError('server-misconfigured', 'redirects to another host'));
    expect(await settle(run)).toMatchObject({ status: 'error', attempts: 1 });
  });

  it('waits for the end of a rate limit within its time, also where it creates', async () => {
    const inTenSeconds = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(BEGAN / 1000 + 11) };
    const run = await start(OPEN, reply(403, {}, inTenSeconds), reply(429, {}, { 'retry-after': '5' }), reply(201));
    run.clock.advance(1000);
    expect(await settle(run)).toMatchObject({ status: 'success', attempts: 3 });
    expect(run.sent).toHaveLength(3);
    expect(run.clock.now() - BEGAN).toBeGreaterThanOrEqual(15_000);
  });

  it.each([
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(BEGAN / 1000 + 86_400) }, 86_400_000],
    [{ 'retry-after': '60' }, 60_000],
    [{}, 60_000],
  ])('fails at once where the rate limit %o ends later, and names the time', async (headers, afterMs) => {
    const data = { message: 'You have exceeded a secondary rate limit' };
    const run = await start(OPEN, reply(403, data, headers));
    const record = await settle(run, 1);
    expect(record?.status).toBe('error');
    expect(record?.reason).toMatch(/secondary rate limit$/);
    const told = Date.parse(/until (\S+),/.exec(record?.reason ?? '')?.[1] ?? '');
    expect(Math.abs(told - BEGAN - afterMs)).toBeLessThan(1000);
    expect(run.sent).toHaveLength(1);
  });

  it('ends with its time, and says what is not known', async () => {
    const run = await start(OPEN, 'silent');
    expect(await settle(run)).toMatchObject({
      status: 'timeout',
      reason: 'Execution timeout after 30000 ms; it is not known whether the issue was opened',
    });
    expect(run.clock.now() - BEGAN).toBeLessThan(31_000);
  });

  it.each([
    [OPEN, 'interrupted', 1],
    [LABEL, 'success', 2],
  ] as const)(
    'that was under way when Toolyard ended is done again only where that does no harm',
    async (parameters, status, count) => {
      const run = await start(parameters, 'silent', reply(200, []));
      await waitUntil(() => run.sent.length === 1);
      await (await run.fake.start()).idle();
      expect(run.fake.machine.records.map((record) => record.status)).toEqual([status]);
      expect(run.sent).toHaveLength(count);
    },
  );
});
