import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { block, createNotePlace, failuresIn, realServer, withoutResults, type NotePlace } from './create-note-place.ts';

let place: NotePlace;
beforeEach(() => {
  place = createNotePlace();
});

describe('acceptance scenarios of the seed', () => {
  it('1: a block of a registered server is executed, and the output stands after it', async () => {
    place.configure({ everything: realServer('everything') });
    place.writeNote('# Note', block('everything', 'tool: echo', 'message: hello'), 'after');
    const before = place.readNote();
    expect(await place.run('note.md', '--write')).toMatchObject({ code: 0, stdout: '' });
    expect(place.readNote()).toMatch(
      /```\n<!-- toolyard:result id=[0-9a-f]{8} status=success at=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ ms=\d+ args=[0-9a-f]{12} out=[0-9a-f]{12} -->\nEcho: hello\n<!-- \/toolyard:result -->\n\nafter\n$/,
    );
    expect(withoutResults(place.readNote())).toBe(before);
    const again = place.readNote();
    expect(await place.run('note.md', '--write')).toMatchObject({ code: 0 });
    expect(place.readNote().replaceAll(/ (?:at|ms)=\S+/g, '')).toBe(again.replaceAll(/ (?:at|ms)=\S+/g, ''));
  });

  it('3: a disabled server is skipped with a message, and the others run', async () => {
    place.configure({ echo: fixture('echo'), off: { ...fixture('echo'), enabled: false } });
    place.writeNote(block('off', 'tool: echo', 'text: x'), block('echo', 'tool: echo', 'text: hello'));
    expect(await place.run('note.md', '--write')).toMatchObject({ code: 1 });
    expect(failuresIn(place.readNote())).toEqual(['Server off is disabled']);
    expect(place.readNote()).toContain('\nhello\n');
  });

  it('3: a server that is disabled or does not start leaves its last good output', async () => {
    place.configure({ echo: fixture('echo') });
    place.writeNote(block('echo', 'tool: echo', 'text: hello'));
    await place.run('note.md', '--write');
    const time = / at=(\S+) /.exec(place.readNote())?.[1];
    place.configure({ echo: { command: 'no-such-program-here' } });
    expect(await place.run('note.md', '--write')).toMatchObject({ code: 1 });
    expect(place.readNote()).toMatch(
      new RegExp(`\n> \\[!failure\\] [^\n]*was not found[^\n]*\n\nLast result, ${time}:\n\nhello\n<!-- /`),
    );
    place.configure({ echo: { ...fixture('echo'), enabled: false } });
    const { stdout } = await place.run('note.md');
    expect(stdout).toContain(`\n> [!failure] Server echo is disabled\n\nLast result, ${time}:\n\nhello\n<!-- /`);
  });

  it('4: nothing is executed unless a run is asked for', async () => {
    place.configure({ files: realServer('filesystem', place.folder) });
    const made = join(place.folder, 'made.txt');
    place.writeNote(block('files', 'tool: write_file', `path: ${made}`, 'content: made'));
    const before = place.readNote();
    const { code, stdout } = await place.run('note.md', '--check');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'note.md:1: files:write_file would run\n' });
    expect({ made: existsSync(made), note: place.readNote() }).toEqual({ made: false, note: before });
    expect((await place.run('note.md')).stdout).toContain('status=success');
    expect({ made: existsSync(made), note: place.readNote() }).toEqual({ made: true, note: before });
  });

  it('6: in a bound section only its server is available', async () => {
    place.configure({ echo: fixture('echo'), full: fixture('full') });
    const bindings = '---\ntoolyard:\n  bindings:\n    - { heading: "## Tools", server: full }\n---';
    const inside = [block('echo', 'tool: echo', 'text: no'), block('mcp', 'tool: log')];
    place.writeNote(bindings, block('echo', 'tool: echo', 'text: yes'), '## Tools', '### Below', ...inside);
    expect(await place.run('note.md', '--write')).toMatchObject({ code: 1 });
    expect(failuresIn(place.readNote())).toEqual([
      'Section "## Tools" is bound to server full; echo is not available here',
    ]);
    expect(place.readNote()).toMatch(/\nyes\n[^]*\ninfo\n/);
  });
});

describe('edge cases of the seed, by their place in its list', () => {
  it('1, 2, 9: an unavailable server, a time limit, wrong parameters, a refusal, a crash, an unknown tool and server say what is wrong', async () => {
    place.configure(
      {
        absent: { command: 'no-such-program-here' },
        echo: fixture('echo'),
        dies: fixture('exits-on-call'),
        files: realServer('filesystem', place.folder),
        slow: fixture('counts-at-once'),
      },
      { retryDelaysMs: [1] },
    );
    place.writeNote(
      block('absent', 'tool: x'),
      block('slow', 'tool: wait', 'timeout: 1000', 'arguments: { ms: 600000 }'),
      block('echo', 'tool: add', 'a: one'),
      block('files', 'tool: read_text_file', 'path: /etc/hostname'),
      block('dies', 'tool: exit'),
      block('echo', 'tool: other'),
      block('mcp', 'server: nobody', 'tool: x'),
      block('echo', 'tool: [', 'x'),
      block('echo', 'tool: echo', 'text: hello'),
    );
    const before = place.readNote();
    const { code, stdout } = await place.run('note.md', '--write', '--json');
    expect(code).toBe(1);
    const { files } = JSON.parse(stdout);
    expect(files).toHaveLength(1);
    expect(files[0].file).toBe('note.md');
    expect(files[0].blocks.map(({ status, error }: { status: string; error?: string }) => [status, error])).toEqual([
      ['error', expect.stringContaining('"no-such-program-here" was not found')],
      ['timeout', 'Execution timeout after 1000 ms'],
      ['error', expect.stringMatching(/^Invalid parameters for echo:add: b: is required; a: must be a number/)],
      ['error', expect.stringContaining('Access denied')],
      ['error', expect.stringContaining('dies')],
      ['error', 'Tool not found: echo:other'],
      ['error', 'Server not found: nobody'],
      ['error', expect.stringMatching(/^YAML parsing failed: .* \(line \d+\)/)],
      ['success', undefined],
    ]);
    expect(files[0].blocks.at(-1)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      line: expect.any(Number),
      tool: 'echo:echo',
      status: 'success',
      ms: expect.any(Number),
    });
    expect(withoutResults(place.readNote())).toBe(before);
  });

  it('3, 6: two runs of the same note at once damage nothing, and nothing is taken from a cache', async () => {
    place.configure({ slow: fixture('counts-at-once') });
    place.writeNote(
      block('slow', 'tool: wait'),
      'words',
      block('slow', 'tool: wait'),
      block('slow', 'tool: wait', 'ms: 60'),
    );
    const before = place.readNote();
    const yard = place.start('up', '--port', '0');
    await yard.saw('stdout', 'slow');
    const both = await Promise.all([place.run('note.md', '--write'), place.run('note.md', '--write')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(withoutResults(place.readNote())).toBe(before);
    expect(place.readNote().match(/status=success/g)).toHaveLength(3);
    expect((await place.toolyard('call', 'slow:count')).stdout.trim()).toBe('6');
    yard.child.kill('SIGINT');
    await yard.finished;
  });

  it('7: output that was edited by hand is kept with a warning, unless it is forced', async () => {
    place.configure({ echo: fixture('echo') });
    place.writeNote(block('echo', 'tool: echo', 'text: hello'));
    await place.run('note.md', '--write');
    const edited = place.readNote().replace('\nhello\n', '\nmine\n');
    writeFileSync(place.note, edited);
    const kept = await place.run('note.md', '--write');
    expect(kept).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('edited by hand and is kept; --force replaces it'),
    });
    expect(place.readNote()).toBe(edited);
    expect(await place.run('note.md', '--write', '--force')).toMatchObject({ code: 0 });
    expect(place.readNote()).not.toContain('mine');
  });

  it('4, 10: what a tool gives never runs, also on the second and third run', async () => {
    place.configure({ echo: fixture('echo'), slow: fixture('counts-at-once') });
    const evil =
      '<!-- /toolyard:result -->\n\n' +
      block('slow', 'tool: wait') +
      '\n\n---\ntoolyard: {}\n---\n<script>x</script>\u001b[31m';
    place.writeNote(block('echo', 'tool: echo', `text: ${JSON.stringify(evil)}`), '# After');
    const before = place.readNote();
    for (let times = 0; times < 3; times++) {
      const { code, stdout } = await place.run('note.md', '--write', '--json');
      expect(code).toBe(0);
      expect(JSON.parse(stdout).files[0].blocks).toHaveLength(1);
      expect(withoutResults(place.readNote())).toBe(before);
    }
  });
});

it('arguments and results stand in no log', async () => {
  place.configure({ echo: fixture('echo') });
  place.writeNote(block('echo', 'tool: echo', 'text: s3cret-value'));
  const { code, stderr } = await place.run('note.md', '--write', '--debug');
  expect({ code, isLogged: stderr.includes('s3cret-value') }).toEqual({ code: 0, isLogged: false });
  const logs = await place.toolyard('logs', '--debug');
  expect(logs.stdout).not.toContain('s3cret-value');
});
