import { expect, it } from 'vitest';
import { toTerminalEvent } from './to-terminal-event.ts';

it('has the command, its exit code, its folder and the terminal', () => {
  expect(toTerminalEvent({ line: ' npm test\n', exitCode: 1, cwd: '/shop', terminal: 'bash' })).toEqual({
    name: 'terminal.ended',
    values: { command: 'npm test', exitCode: 1, cwd: '/shop', data: { terminal: 'bash' } },
  });
});

it('has only what is known', () => {
  expect(toTerminalEvent({ line: 'ls', terminal: 'zsh' })?.values).toEqual({
    command: 'ls',
    data: { terminal: 'zsh' },
  });
});

it('is none where nothing was run', () => {
  expect(toTerminalEvent({ line: ' \n', exitCode: 0, terminal: 'bash' })).toBeUndefined();
});

it('has no secret, and is not endless', () => {
  const secret = toTerminalEvent({ line: 'curl --token hunter2hunter2 x', terminal: 'bash' });
  expect(secret?.values['command']).toBe('curl --token *** x');
  const long = toTerminalEvent({ line: `echo ${'x'.repeat(100_000)} --token hunter2`, terminal: 'y'.repeat(1000) });
  expect(JSON.stringify(long).length).toBeLessThan(10_500);
});
