import { beforeEach, describe, expect, it } from 'vitest';
import { HAS_TERMINAL, startTerminal } from '../cli/start-terminal.ts';
import { fixture } from '../harness/create-yard-folder.ts';
import { block, createNotePlace, failuresIn, withoutResults, type NotePlace } from './create-note-place.ts';

let place: NotePlace;
beforeEach(() => {
  place = createNotePlace();
});

describe('limits', () => {
  it('4 blocks at a limit of 2 wait for each other, and all finish (edge case 8)', async () => {
    place.configure({ slow: fixture('counts-at-once') }, { concurrentLimit: 2 });
    place.writeNote(...[1, 2, 3, 4].map((n) => block('slow', 'tool: wait', `ms: ${400 + n}`)));
    expect(await place.run('note.md', '--write')).toMatchObject({ code: 0 });
    expect(place.readNote().match(/\nat most 2\n/g)?.length).toBeGreaterThanOrEqual(3);
    expect(place.readNote()).not.toMatch(/at most [34]/);
  });

  it('the 26th call of a session is refused, and --session-limit raises that', async () => {
    place.configure({ echo: fixture('echo') });
    place.writeNote(...Array.from({ length: 26 }, (_, n) => block('echo', 'tool: echo', `text: "${n}"`)));
    expect(await place.run('note.md', '--write')).toMatchObject({ code: 1 });
    expect(failuresIn(place.readNote())).toEqual(['Session execution limit reached (25)']);
    expect(await place.run('note.md', '--write', '--session-limit', '30')).toMatchObject({ code: 0 });
    expect(failuresIn(place.readNote())).toEqual([]);
    const few = await place.run('note.md', '--session-limit', '3');
    expect(few).toMatchObject({ code: 1, stderr: expect.stringContaining('Session execution limit reached (3)') });
    expect(few.stderr).toContain(
      'note.md: the session limit of 3 calls was reached; use --session-limit N to allow more',
    );
  });

  it.runIf(HAS_TERMINAL)(
    'a person is asked at the limit, goes on with a yes, and is told what else helps',
    async () => {
      place.configure({ echo: fixture('echo') }, { sessionLimit: 2 });
      place.writeNote(...Array.from({ length: 5 }, (_, n) => block('echo', 'tool: echo', `text: "${n}"`)));
      const running = startTerminal(['run', 'note.md', '--write', '--config', place.file], place.folder);
      await running.type('note.md has made 2 calls (session limit: 2). Continue with 2 more? [y/N]', 'y\r');
      await running.type('note.md has made 4 calls (session limit: 2). Continue with 2 more? [y/N]', 'n\r');
      const { code, shown } = await running.finished;
      expect(code).toBe(1);
      expect(shown).toContain('note.md: the session limit of 2 calls was reached; use --session-limit N to allow more');
      expect(failuresIn(place.readNote())).toEqual(['Session execution limit reached (2)']);
      expect(place.readNote().match(/status=success/g)).toHaveLength(4);
    },
  );

  it.runIf(HAS_TERMINAL)('Ctrl-C at that question ends the run, without a word on how to go on', async () => {
    place.configure({ echo: fixture('echo') }, { sessionLimit: 1 });
    place.writeNote(...[1, 2].map((n) => block('echo', 'tool: echo', `text: "${n}"`)));
    const running = startTerminal(['run', 'note.md', '--write', '--config', place.file], place.folder);
    await running.type('Continue with 1 more? [y/N]', '\x03');
    const { code, shown } = await running.finished;
    expect(code).toBe(130);
    expect(shown).not.toContain('use --session-limit N to allow more');
    expect(failuresIn(place.readNote())).toEqual(['Execution stopped by user']);
  });

  it('Ctrl-C stops what runs, and the note says so', async () => {
    place.configure({ slow: fixture('counts-at-once') });
    place.writeNote(block('slow', 'tool: wait', 'ms: 600000'));
    const running = place.start('run', 'note.md', '--write', '--debug');
    await running.saw('stderr', 'running 1');
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 130 });
    expect(failuresIn(place.readNote())).toEqual(['Execution stopped by user']);
    expect(place.readNote()).toContain('status=cancelled');
  });

  it('a kill leaves a whole note, and the next run shows what was pending as cancelled', async () => {
    place.configure({ slow: fixture('counts-at-once') });
    place.writeNote(block('slow', 'tool: wait', 'ms: 600000'), block('slow', 'tool: count'));
    const before = place.readNote();
    const running = place.start('run', 'note.md', '--write', '--debug');
    await running.saw('stderr', 'running 1');
    running.child.kill('SIGKILL');
    await running.finished;
    expect(place.readNote()).toContain('status=pending');
    expect(withoutResults(place.readNote())).toBe(before);
    const line = place.readNote().split('\n').indexOf('tool: count') + 1;
    expect(await place.run('note.md', '--write', '--line', String(line))).toMatchObject({ code: 0 });
    expect(place.readNote()).toMatch(/status=cancelled [^]*status=success/);
    expect(withoutResults(place.readNote())).toBe(before);
  });
});
