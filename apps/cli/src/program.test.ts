import { describe, expect, it } from 'vitest';
import { runInProcess, type Ended } from '../test/run-in-process.ts';

const run = (...words: readonly string[]): Promise<Ended> => runInProcess(words);

describe('usage', () => {
  it.each([
    [['stauts'], "error: unknown command 'stauts'\n(Did you mean status?)\n"],
    [['stauts', '--help'], "error: unknown command 'stauts'\n(Did you mean status?)\n"],
    [['status', '--wait', '99999999999'], 'at least 1 and at most 2147483647.\n'],
    [['call'], 'error: missing required argument \'tool\'\nRun "toolyard call --help" for usage.\n'],
    [['tasks', 'token'], '\nRun "toolyard tasks token --help" for usage.\n'],
    [['tasks', 'sevre'], '\nRun "toolyard tasks --help" for usage.\n'],
    [['status', '--wait', 'soon'], 'at least 1 and at most 2147483647.\n'],
    [['serve', '--naming', 'odd'], 'Allowed choices are safe, colon, dot, none.\n'],
    [
      ['status', '--config', 'nothing.json'],
      'nothing.json: $: Config file not found; check the path given with --config\n',
    ],
  ])('refuses %j with exit code 2', async (words, message) => {
    const { code, stdout, stderr } = await run(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('has help on every command', async () => {
    const { stdout } = await run('--help');
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) (?:\[options\]|\[command\])/gm)].map(([, name]) => name ?? '');
    expect(commands).toEqual([
      'up',
      'serve',
      'down',
      'status',
      'tools',
      'call',
      'run',
      'enable',
      'disable',
      'logs',
      'calls',
      'test',
      'approve',
      'add',
      'remove',
      'import',
      'connect',
      'disconnect',
      'doctor',
      'completion',
      'help',
    ]);
    for (const command of commands.slice(0, -1)) {
      const help = await run(command, '--help');
      expect(help.code).toBe(0);
      expect(help.stdout).toContain('--config <file>');
    }
  });

  it.each([
    [['status'], true],
    [['connect'], true],
    [['hooks', 'watch'], true],
    [['completion'], false],
    [['doctor'], false],
    [['hooks', 'log'], false],
    [['tasks', 'migrate'], false],
  ])('of %j tells of --yes where it means something: %j', async (words, isTold) => {
    expect((await run(...words, '--help')).stdout.includes('--yes')).toBe(isTold);
  });

  it('takes --yes also where it means nothing', async () => {
    expect((await run('completion', 'bash', '--yes')).code).toBe(0);
  });
});
