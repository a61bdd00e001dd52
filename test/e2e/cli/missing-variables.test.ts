import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolder, fixture, runToolyard } from './run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
const LACKING = { command: 'x', args: ['$LACKING_ONE'], env: { KEY: '${LACKING_TWO}' } };
beforeEach(async () => (place = await createFolder({ echo: fixture('echo'), lacking: LACKING })));
afterEach(() => place.remove());

const run = (...words: string[]): ReturnType<typeof runToolyard> =>
  runToolyard([...words, '--config', place.file], { cwd: place.folder });

function problems(after = ''): string[] {
  const at = `${place.file}: $.mcpServers.lacking`;
  return [
    `${at}.args[0]: Missing environment variable: LACKING_ONE${after}`,
    `${at}.env.KEY: Missing environment variable: LACKING_TWO${after}`,
  ];
}

it('leaves the other servers running, and says all that is missing', async () => {
  const { code, stdout, stderr } = await run('call', 'echo:add', 'a=1', 'b=2');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '3\n' });
  const warnings = problems('; server "lacking" does not start without it').map((line) => `warning: ${line}\n`);
  expect(stderr).toBe(warnings.join(''));
  const status = JSON.parse((await run('status', '--json')).stdout);
  expect(status.servers).toMatchObject([
    { key: 'echo', state: 'running' },
    {
      key: 'lacking',
      state: 'failed',
      phase: 'startup',
      code: 'missing_env_var',
      reason: 'the environment variables LACKING_ONE and LACKING_TWO are not set',
    },
  ]);
});

it('is no reason not to switch its server off and on again', async () => {
  expect((await run('disable', 'lacking')).code).toBe(0);
  const { code, stdout, stderr } = await run('enable', 'lacking');
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Server "lacking" is enabled.') });
  expect(stderr).toContain('Missing environment variable: LACKING_ONE; server "lacking" does not start without it\n');
  expect(JSON.parse((await run('status', '--json')).stdout).servers[1]).toMatchObject({ code: 'missing_env_var' });
});

it.each([
  ['toolyard', ['serve', '--strict']],
  ['toolyard', ['serve', '--shared', '--strict']],
  ['toolyard', ['up', '--port', '0', '--strict']],
  ['mcp-simple-aggregator', []],
] as const)('stops the start of %s %j', async (program, words) => {
  const given = { cwd: place.folder, program };
  const { code, stderr } = await runToolyard([...words, '--config', place.file], given);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `${problems().join('\n')}\n` });
});
