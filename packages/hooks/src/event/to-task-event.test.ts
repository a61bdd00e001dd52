import { describe, expect, it } from 'vitest';
import { toTaskEvent } from './to-task-event.ts';

const ENDED = { exitCode: 1, ms: 12.6 };

describe('toTaskEvent', () => {
  it('has the name, the exit code, the command and the time', () => {
    const words = ['/usr/bin/npm', 'run', 'build all', '--watch', 'x'];
    expect(toTaskEvent({ words, ...ENDED })).toEqual({
      name: 'task.ended',
      values: {
        task: 'npm run build all',
        exitCode: 1,
        command: '/usr/bin/npm run "build all" --watch x',
        ms: 13,
      },
    });
    expect(toTaskEvent({ words, ...ENDED, name: 'build', signal: 'SIGTERM' }).values).toMatchObject({
      task: 'build',
      signal: 'SIGTERM',
    });
  });

  it('has what is known of a task that is no program, or that a shell runs', () => {
    expect(toTaskEvent({ name: 'all', words: [] }).values).toEqual({ task: 'all' });
    const line = 'npm  test -- --token hunter2hunter2 | cat';
    expect(toTaskEvent({ name: 'test', words: [], line, exitCode: 0 }).values).toEqual({
      task: 'test',
      exitCode: 0,
      command: 'npm  test -- --token *** | cat',
    });
  });

  it('masks what may be a secret', () => {
    const text = JSON.stringify(toTaskEvent({ words: ['deploy', 'prod', '--token', 'hunter2hunter2'], ...ENDED }));
    expect(text).toContain('--token');
    expect(text).not.toContain('hunter2');
  });

  it('cuts what is endless', () => {
    const { task, command } = toTaskEvent({ words: ['a', '😀'.repeat(20_000)], ...ENDED }).values;
    expect([Array.from(String(task)).length, Array.from(String(command)).length]).toEqual([200, 10_000]);
    expect(String(task)).toMatch(/^a 😀+…$/u);
  });
});
