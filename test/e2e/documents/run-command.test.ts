import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { block, createNotePlace, failuresIn, withoutResults, type NotePlace } from './create-note-place.ts';

let place: NotePlace;
beforeEach(() => {
  place = createNotePlace();
});

describe('toolyard run', () => {
  beforeEach(() => place.configure({ echo: fixture('echo'), full: fixture('full') }));
  const echo = (text: string): string => block('echo', 'tool: echo', `text: ${text}`);

  it('prints the note with its results, and leaves the file alone', async () => {
    place.writeNote(echo('hello'));
    const before = place.readNote();
    const { code, stdout, stderr } = await place.run('note.md');
    expect(code).toBe(0);
    expect(withoutResults(stdout)).toBe(before);
    expect(stdout).toContain('\nhello\n');
    expect(stderr).toMatch(/^FILE +LINE +TOOL +STATUS +MS\nnote\.md +1 +echo:echo +success +\d+\n$/);
    expect(place.readNote()).toBe(before);
  });

  it('runs one block by its line, or those of a section', async () => {
    place.writeNote(echo('one'), '# A', echo('two'), '## B', echo('three'), '# C', echo('four'));
    expect((await place.run('note.md', '--line', '2')).stdout.match(/status=/g)).toHaveLength(1);
    expect((await place.run('note.md', '--section', '# A')).stdout).toMatch(/\ntwo\n[^]*\nthree\n/);
    expect((await place.run('note.md', '--section', 'B')).stdout.match(/status=/g)).toHaveLength(1);
    expect(await place.run('note.md', '--section', 'D')).toMatchObject({
      code: 2,
      stderr: 'No section "D" in note.md\n',
    });
    expect(await place.run('note.md', '--line', '5')).toMatchObject({
      code: 2,
      stderr: 'No tool block at line 5 of note.md\n',
    });
    expect(await place.run('nothing.md')).toMatchObject({ code: 2, stderr: 'No such file: nothing.md\n' });
  });

  it('takes patterns and folders, and names each file', async () => {
    for (const name of ['a.md', 'b.md', 'c.txt']) place.write(name, `${echo(name)}\n`);
    const { stdout } = await place.run('*.md', 'a.md', '--write', '--json');
    expect(JSON.parse(stdout).files.map(({ file }: { file: string }) => file)).toEqual(['a.md', 'b.md']);
    expect(readFileSync(join(place.folder, 'c.txt'), 'utf8')).not.toContain('toolyard:result');
    expect(JSON.parse((await place.run('.', '--check', '--json')).stdout).files).toHaveLength(2);
  });

  it('writes images beside the note', async () => {
    place.writeNote(block('full', 'tool: image'));
    expect(await place.run('note.md', '--write')).toMatchObject({ code: 0 });
    const name = readdirSync(place.folder).find((file) => file.endsWith('.png'));
    expect(place.readNote()).toContain(`\n![image/png](${name})\n`);
  });

  it('says in a check what cannot run, and mentions fences whose server is not known', async () => {
    place.writeNote(echo('x'), block('echo', 'tool: nothing'), block('unknown', 'tool: x'));
    const { code, stdout } = await place.run('note.md', '--check');
    expect(code).toBe(1);
    expect(stdout).toContain('note.md:1: echo:echo would run\n');
    expect(stdout).toContain('cannot run: Tool not found: echo:nothing\n');
    expect(stdout).toMatch(/note\.md:10: warning: Server not found: unknown\n/);
  });

  it('takes a mistyped server for a problem, in a fence and in a binding of the configuration', async () => {
    place.configure({ echo: fixture('echo') }, { bindings: [{ document: '*.md', heading: '# A', server: 'eco' }] });
    place.writeNote(block('ecko', 'tool: echo'), echo('x'), '# A');
    const problem = 'Server not found: ecko; did you mean "echo"?';
    const binding = 'toolyard.bindings[0] of the configuration: Server not found: eco; did you mean "echo"?';
    const run = await place.run('note.md');
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining('\nx\n') });
    expect(run.stderr).toContain(`note.md:1:1: error: ${problem}\n`);
    const check = await place.run('note.md', '--check');
    expect(check.code).toBe(1);
    expect(check.stdout).toContain(`note.md:1: error: ${problem}\n`);
    expect(check.stdout).toContain(`note.md:1: error: ${binding}\n`);
  });

  it('ends as --fail-on says', async () => {
    place.writeNote(block('full', 'tool: tool_error'));
    expect((await place.run('note.md')).code).toBe(1);
    expect((await place.run('note.md', '--fail-on', 'never')).code).toBe(0);
  });

  it('runs what changed each time the note is saved, and nothing else', async () => {
    place.configure({ slow: fixture('counts-at-once') });
    place.writeNote(block('slow', 'tool: wait', 'ms: 1'));
    const running = place.start('run', 'note.md', '--write', '--watch');
    await running.saw('stderr', 'Watching note.md');
    writeFileSync(place.note, `${place.readNote()}\nwords\n\n${block('slow', 'tool: count')}\n`);
    await running.saw('stderr', 'slow:count');
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 130 });
    expect(place.readNote()).toMatch(/\nat most 1\n[^]*words[^]*-->\n1\n/);
  });

  it('follows the configuration while it watches, and counts all runs of a note in one session', async () => {
    const servers = { slow: fixture('counts-at-once') };
    place.configure(servers, { sessionLimit: 2 });
    place.writeNote(block('slow', 'tool: wait', 'ms: 1'));
    const running = place.start('run', 'note.md', '--write', '--watch');
    await running.saw('stderr', 'Watching note.md');
    place.write('servers.json', '{ not JSON');
    await running.saw('stderr', 'toolyard: Keeping the running configuration: ');
    place.configure({ ...servers, echo: fixture('echo') }, { sessionLimit: 2 });
    await running.saw('stderr', 'Reloaded the configuration.');
    writeFileSync(place.note, `${place.readNote()}\n${echo('hello')}\n`);
    await running.saw('stderr', 'echo:echo');
    expect(place.readNote()).toContain('\nhello\n');
    writeFileSync(place.note, `${place.readNote()}\n${echo('again')}\n`);
    await running.saw('stderr', 'Session execution limit reached (2)');
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 130 });
  });

  it('goes on with servers of its own where the yard that it joined ends while it watches', async () => {
    place.writeNote(echo('one'));
    const yard = place.start('up', '--port', '0');
    await yard.saw('stdout', 'full is running');
    const running = place.start('run', 'note.md', '--write', '--watch');
    await running.saw('stderr', 'Watching note.md');
    yard.child.kill('SIGINT');
    await running.saw('stderr', 'The Toolyard that ran the servers has stopped.\nWatching note.md');
    writeFileSync(place.note, `${place.readNote()}\n${echo('two')}\n`);
    await running.saw(
      'stderr',
      'The Toolyard that ran the servers has stopped.\nWatching note.md. Press Ctrl-C to stop.\nFILE',
    );
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 130 });
    expect(failuresIn(place.readNote())).toEqual([]);
    expect(place.readNote()).toContain('\ntwo\n');
    await yard.finished;
  });

  it('joins a yard that runs, and starts no server', async () => {
    place.configure({ slow: fixture('counts-at-once') });
    place.writeNote(...Array.from({ length: 27 }, () => block('slow', 'tool: count')));
    const yard = place.start('up', '--port', '0');
    await yard.saw('stdout', 'slow');
    await place.toolyard('call', 'slow:wait', 'ms=1');
    expect((await place.run('note.md', '--write', '--session-limit', '27')).code).toBe(0);
    expect(place.readNote().match(/-->\n1\n<!--/g)).toHaveLength(27);
    yard.child.kill('SIGINT');
    await yard.finished;
  });
});
