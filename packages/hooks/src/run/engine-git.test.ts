import type { ProgramEnd, ProgramRun } from '@toolyard/core';
import { createEngineFixture, createFakeClock, createHook, createSaved, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { NewEvent } from '../event/hook-event.ts';
import type { GitAction } from '../hook/hook.ts';

type Parameters = GitAction['parameters'];
type Answer = Partial<ProgramEnd> | undefined;

const COMMIT: Parameters = { operation: 'commit', message: 'Saved {path}', paths: ['{path}'], timeout: 5000 };
const PULL: Parameters = { operation: 'pull', remote: 'origin', mode: 'rebase', timeout: 5000 };

interface Asked {
  readonly words: string;
  readonly program: ProgramRun;
  readonly signal: AbortSignal;
}

/** Runs an action with a git that answers by the words that it is given; exit code 0 where nothing is said. */
async function run(parameters: Parameters, answer: (words: string) => Answer, path = 'a.md') {
  const fake = createEngineFixture(createFakeClock(), [createHook('a', { action: { type: 'git', parameters } })]);
  const asked: Asked[] = [];
  fake.programs = {
    async run(program, signal) {
      const words = program.args.join(' ');
      asked.push({ words, program, signal });
      return { outcome: 'exited', exitCode: 0, stdout: '', stderr: '', ...answer(words) };
    },
  };
  const engine = await fake.start();
  const { ended } = await engine.enter([createSaved(path)]);
  return { record: (await ended)[0], asked, words: asked.map(({ words }) => words) };
}

const failed = (stderr = '', exitCode = 1): Answer => ({ exitCode, stderr });

it('gives git names that are nothing but names, its chain, and nobody to ask', async () => {
  const { record, asked, words } = await run(
    COMMIT,
    (given) => {
      if (given.startsWith('ls-files --others')) return { stdout: '*.md\0' };
      return given.startsWith('rev-parse') ? { stdout: 'c0ffee\n' } : undefined;
    },
    '*.md',
  );
  expect(record).toMatchObject({ status: 'success', result: { committed: true, commit: 'c0ffee' } });
  expect(words).toContain('add --intent-to-add -- :(literal)*.md');
  expect(words).toContain('commit --only --quiet --cleanup=whitespace -m Saved *.md -- :(literal)*.md');
  for (const { program } of asked) {
    expect(program.command).toBe('git');
    expect(program.env).toMatchObject({ GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', LC_ALL: 'C' });
    expect(program.env['TOOLYARD_HOOK_CHAIN']).toContain('"hook":"a"');
    expect(program.passed).toContain('SSH_AUTH_SOCK');
  }
});

it('commits nothing where nothing has changed', async () => {
  const { record, words } = await run(COMMIT, (given) =>
    given.startsWith('rev-parse') ? { stdout: 'c0ffee' } : undefined,
  );
  expect(record).toMatchObject({ status: 'success', result: { committed: false } });
  expect(words.filter((given) => given.startsWith('commit'))).toEqual([]);
});

it.each<readonly [Answer, string]>([
  [failed('no\n'), 'error'],
  [{ outcome: 'timeout' }, 'timeout'],
  [{ outcome: 'cancelled' }, 'cancelled'],
])('forgets new files again where the commit ends with %o, in a time of its own', async (end, status) => {
  const names = Array.from({ length: 5000 }, (_, index) => `new/${index}.md`);
  const { record, asked } = await run(COMMIT, (given) => {
    if (given.startsWith('ls-files --others')) return { stdout: names.map((name) => `${name}\0`).join('') };
    return given.startsWith('commit') ? end : undefined;
  });
  expect(record?.status).toBe(status);
  const undone = asked.filter(({ words }) => words.startsWith('rm --cached'));
  expect(undone.length).toBeGreaterThan(1);
  expect(undone.every(({ words, signal }) => words.length < 100_000 && !signal.aborted)).toBe(true);
  const forgotten = undone.flatMap(({ program }) => program.args.filter((word) => word.startsWith(':(literal)')));
  expect(forgotten).toEqual(names.map((name) => `:(literal)${name}`));
});

it('does not take a list for whole that was cut', async () => {
  const { record, words } = await run(COMMIT, (given) =>
    given.startsWith('ls-files --others') ? { stdout: 'a\0b\n… (9 more bytes were left out)' } : undefined,
  );
  expect(record).toMatchObject({ status: 'error', reason: 'git ls-files: there are too many files' });
  expect(words.filter((given) => given.startsWith('add'))).toEqual([]);
});

it('takes a rebase back that failed, and none that a person began', async () => {
  const onMain = (given: string): Answer => {
    if (given.startsWith('symbolic-ref')) return { stdout: 'main\n' };
    if (given.includes('@{upstream}')) return { stdout: 'origin/trunk\n' };
    return given.endsWith('_HEAD') ? failed() : undefined;
  };
  const pulled = await run(PULL, (given) => (given.startsWith('pull') ? failed('error: conflict') : onMain(given)));
  expect(pulled.record).toMatchObject({ status: 'error', reason: 'git pull: error: conflict' });
  expect(pulled.words.slice(-2)).toEqual(['pull --quiet --rebase -- origin refs/heads/trunk', 'rebase --abort']);
  for (const begun of [
    (given: string) => (given.endsWith('MERGE_HEAD') ? { stdout: 'c0ffee' } : onMain(given)),
    (given: string) => (given.startsWith('symbolic-ref') ? failed() : onMain(given)),
  ]) {
    const refused = await run(PULL, begun);
    expect(refused.record?.status).toBe('error');
    expect(refused.words.filter((given) => /^pull|abort/.test(given))).toEqual([]);
  }
});

it('says what was rejected rather than what to do about it', async () => {
  const stderr =
    "To /x\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to '/x'\nhint: Updates were rejected\n";
  const { record } = await run(
    { operation: 'push', remote: 'origin', branch: 'main', setUpstream: false, timeout: 5000 },
    (given) => (given.startsWith('push') ? failed(stderr) : { stdout: 'c0ffee' }),
  );
  expect(record?.reason).toBe('git push: ! [rejected]        main -> main (fetch first)');
});

it('lets others pass while an event of git waits to hear whether a run is its cause', async () => {
  const clock = createFakeClock();
  const fake = createEngineFixture(clock, [
    createHook('a', { action: { type: 'git', parameters: { ...COMMIT, timeout: 60_000 } } }),
  ]);
  fake.programs = { run: () => new Promise(() => undefined) };
  const engine = await fake.start();
  await engine.enter([createSaved('a.md')]);
  await waitUntil(() => fake.told.some(({ type }) => type === 'run-started'));
  const taken: string[] = [];
  const enter = async (event: NewEvent): Promise<void> => {
    await engine.enter([event]);
    taken.push(event.name);
  };
  const committed = enter({ name: 'git.committed', values: { commit: 'c0ffee' } });
  await Promise.all([
    enter({ name: 'webhook', values: {} }),
    enter({ name: 'git.pushed', values: {}, chain: [{ hook: 'b', run: 'r0', inferred: false }] }),
  ]);
  expect(taken).toEqual(['webhook', 'git.pushed']);
  clock.advance(2000);
  await committed;
  expect(taken).toEqual(['webhook', 'git.pushed', 'git.committed']);
});

it('is not started where git is missing', async () => {
  const { record } = await run(COMMIT, () => ({ outcome: 'not-started', reason: '"git" was not found' }));
  expect(record).toMatchObject({ status: 'error', reason: 'git was not started: "git" was not found', attempts: 0 });
});

it.each(['../a.md', '/etc/passwd', 'a/../../b', 'C:/x', '..', String.raw`a\..\..\b`])(
  'does not ask git about %j, which leads out of the workspace',
  async (path) => {
    const { record, words } = await run(COMMIT, () => undefined, path);
    const reason = `paths: is ${JSON.stringify(path)}, and must be a path inside the workspace, without ".."`;
    expect(record).toMatchObject({ status: 'error', reason });
    expect(words).toEqual([]);
  },
);

it.each(['push', 'pull'] as const)('takes nothing but a remote for one: %s', async (operation) => {
  const { record, words } = await run(
    { operation, remote: 'vendor/repository', branch: 'main', mode: 'merge', timeout: 5000 },
    (given) => (given.startsWith('remote get-url') || given.endsWith('_HEAD') ? failed('no', 2) : { stdout: 'main' }),
  );
  expect(record).toMatchObject({
    status: 'error',
    reason: `git ${operation}: there is no remote "vendor/repository"`,
  });
  expect(words.filter((given) => given.startsWith(operation))).toEqual([]);
});
