import { expect, it } from 'vitest';
import { startToolyard } from '../cli/run-toolyard.ts';
import { fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createSharedFolder, readJson, runIn } from './shared-folder.ts';

interface ShownCall extends Readonly<Record<'id' | 'tool' | 'origin' | 'session' | 'status' | 'submittedAt', string>> {
  readonly startedAt?: string;
  readonly error?: { readonly code: string };
}

interface ShownCalls {
  readonly stopped: boolean;
  readonly active: readonly ShownCall[];
  readonly history: readonly ShownCall[];
}

const readCalls = async (place: YardFolder, ...words: string[]): Promise<ShownCalls> =>
  (await readJson(place, 'calls', ...words)) as ShownCalls;

const open = (): YardFolder =>
  createSharedFolder({
    echo: fixture('echo'),
    slow: fixture('counts-at-once'),
    off: { ...fixture('echo'), enabled: false },
  });

it('says that no Toolyard runs, and starts none', async () => {
  const place = open();
  for (const words of [[], ['stop'], ['resume'], ['--follow']]) {
    expect(await runIn(place, 'calls', ...words)).toMatchObject({
      code: 1,
      stderr: `No Toolyard is running for ${place.file}. Start one with "toolyard up".\n`,
    });
  }
  expect(await runIn(place, 'calls', 'stop', '--limit', '3')).toMatchObject({ code: 2, stdout: '' });
});

it('shows what clients, people and notes call, also what is refused before it is made', async () => {
  const place = open();
  const client = await openGateway(place);
  await client.call('echo__echo', { text: 'hello' });
  await client.call('echo__nope', {});
  await runIn(place, 'call', 'echo:nope');
  await runIn(place, 'call', 'echo:add', 'a=1');
  await runIn(place, 'call', 'off:echo', 'text=hello');
  const run = (server: string) => `\`\`\`${server}\ntool: echo\ntext: ${server}\n\`\`\`\n`;
  place.write('note.md', `${run('echo')}\n${run('off')}`);
  await runIn(place, 'run', 'note.md');
  const { stopped, active, history } = await readCalls(place);
  expect([stopped, active]).toEqual([false, []]);
  const lines = history.map(
    ({ tool, origin, status, startedAt, error }) =>
      `${tool} ${origin} ${status} ${startedAt === undefined ? 'never' : 'started'} ${error?.code ?? '-'}`,
  );
  expect(lines.slice(0, 5)).toEqual([
    'echo:echo client success started -',
    'echo__nope client error never tool-not-found',
    'echo:nope person error never tool-not-found',
    'echo:add person error never arguments-invalid',
    'off:echo person error never server-unavailable',
  ]);
  expect(lines.slice(5).toSorted()).toEqual([
    'echo:echo document success started -',
    'off:echo document error never server-unavailable',
  ]);
  expect(history.every(({ id, session, submittedAt }) => Boolean(id && session && submittedAt))).toBe(true);
  expect((await readCalls(place, '--server', 'off')).history).toHaveLength(2);
  const table = await runIn(place, 'calls', '--limit', '2', '--server', 'off');
  expect(table.stdout).toMatch(/ refused +person +off:echo +call-.*\n +Server off is disabled/);
  expect(table.stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  expect(await runIn(place, 'calls', '--server', 'offf')).toMatchObject({ code: 2, stdout: '' });
});

it('follows calls as they change, ends them all with a stop, and takes new ones after resume', async () => {
  const place = open();
  await openGateway(place);
  const words = ['calls', '--follow', '--config', place.file];
  const following = startToolyard(words, { cwd: place.folder });
  await following.saw('stdout', 'TIME UTC');
  const waiting = runIn(place, 'call', 'slow:wait', 'ms:=600000');
  await following.saw('stdout', ' running ');
  expect((await readCalls(place)).active).toMatchObject([{ tool: 'slow:wait', origin: 'person', status: 'executing' }]);
  expect(await runIn(place, 'calls', 'stop')).toMatchObject({
    code: 0,
    stdout: 'Ended 1 call. Calls are stopped. New calls are refused until you run "toolyard calls resume".\n',
  });
  // Nobody interrupted these commands.
  expect(await waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('Execution stopped by user') });
  expect(await runIn(place, 'call', 'echo:echo', 'text=hello')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"toolyard calls resume"'),
  });
  await following.saw('stdout', ' refused ');
  expect(await readCalls(place, 'resume')).toMatchObject({
    stopped: false,
    active: [],
    history: [
      { tool: 'slow:wait', status: 'cancelled' },
      { tool: 'echo:echo', status: 'error' },
    ],
  });
  expect(await runIn(place, 'call', 'echo:echo', 'text=hello')).toMatchObject({ code: 0 });
  await following.saw('stdout', ' success ');
  following.child.kill('SIGINT');
  const { code, stdout, stderr } = await following.finished;
  expect(code).toBe(130);
  expect(stdout.match(/ (waiting|running|cancelled|refused|success) /g)?.map((word) => word.trim())).toEqual(
    expect.arrayContaining(['waiting', 'running', 'cancelled', 'refused', 'success']),
  );
  expect(stderr).toContain('Calls are stopped');
  expect(stderr).toContain('Calls are accepted again.');
});
