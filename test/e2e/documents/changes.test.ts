import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { block, createNotePlace, failuresIn, withoutResults, type NotePlace } from './create-note-place.ts';

let place: NotePlace;
beforeEach(() => {
  place = createNotePlace();
});

describe('changes during a run', () => {
  const go = (): string => join(place.folder, 'go');
  const hold = (): string => block('slow', 'tool: hold', `file: ${go()}`);

  it('a note that is edited meanwhile gets its results where its blocks are by then', async () => {
    place.configure({ slow: fixture('counts-at-once') });
    place.writeNote(hold(), 'between', block('slow', 'tool: count'));
    const running = place.start('run', 'note.md', '--write', '--debug');
    await running.saw('stderr', 'running 1');
    const [first = '', last = ''] = withoutResults(place.readNote()).trimEnd().split('\n\nbetween\n\n');
    const edited = `# New\n\n${last}\n\nelsewhere\n\n${first}`;
    writeFileSync(place.note, edited);
    writeFileSync(go(), '');
    expect(await running.finished).toMatchObject({ code: 0 });
    expect(withoutResults(place.readNote())).toBe(edited);
    expect(place.readNote()).toMatch(/tool: count\n```\n<!--[^\n]*\n\d\n[^]*elsewhere[^]*at most 1\n<!--[^\n]*-->$/);
  });

  it('a server that is given up meanwhile gets no block that names none, and says why where one names it', async () => {
    const servers = { crash: fixture('exits-on-start'), echo: fixture('echo') };
    place.configure(servers, { retryDelaysMs: [10, 10, 10] });
    place.writeNote(block('mcp', 'tool: echo', 'text: hello'), block('crash', 'tool: echo'));
    const { code, stderr } = await place.run('note.md', '--write');
    expect(code).toBe(1);
    expect(stderr).toMatch(/echo:echo +success/);
    expect(stderr).toMatch(/crash:echo +error/);
    expect(place.readNote()).toContain('\nhello\n');
  });

  it('a server that is switched off meanwhile (edge case 5) gets no calls that have not begun', async () => {
    place.configure({ slow: fixture('counts-at-once'), echo: fixture('echo') });
    place.writeNote(hold(), block('echo', 'tool: echo', 'text: x'));
    const yard = place.start('up', '--port', '0');
    await yard.saw('stdout', 'echo');
    const running = place.run('note.md', '--write', '--concurrency', '1');
    await waitUntil(() => place.readNote().includes('status=pending'), 30_000);
    await place.toolyard('disable', 'echo');
    writeFileSync(go(), '');
    expect((await running).code).toBe(1);
    expect(failuresIn(place.readNote())).toEqual(['Server echo is disabled']);
    yard.child.kill('SIGINT');
    await yard.finished;
  });
});
