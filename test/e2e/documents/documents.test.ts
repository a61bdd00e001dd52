import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runToolyard, startToolyard, type Finished } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture, ROOT, type Entry, type YardFolder } from '../harness/create-yard-folder.ts';

const block = (language: string, ...lines: string[]): string => ['```' + language, ...lines, '```'].join('\n');

function realServer(name: string, ...args: string[]): Entry {
  const script = join(ROOT, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js');
  return { command: process.execPath, args: [script, ...args] };
}

let place: YardFolder;
let note: string;
beforeEach(() => {
  place = createYardFolder();
  note = join(place.folder, 'note.md');
});

function configure(servers: Record<string, Entry>, toolyard: object = {}): void {
  place.write('servers.json', { mcpServers: servers, toolyard });
}

function run(...words: string[]): Promise<Finished> {
  return runToolyard(['run', ...words, '--config', place.file], { cwd: place.folder });
}

const writeNote = (...parts: string[]): string => place.write('note.md', `${parts.join('\n\n')}\n`);
const readNote = (): string => readFileSync(note, 'utf8');
const withoutResults = (text: string): string =>
  text.replaceAll(/\n<!-- toolyard:result [^]*?\n<!-- \/toolyard:result -->/g, '');
const failures = (text: string): string[] =>
  [...text.matchAll(/^> \[!failure\] (.*)$/gm)].map(([, words = '']) => words);

describe('acceptance scenarios of the seed', () => {
  it('1: a block of a registered server is executed, and the output stands after it', async () => {
    configure({ everything: realServer('everything') });
    writeNote('# Note', block('everything', 'tool: echo', 'message: hello'), 'after');
    const before = readNote();
    expect(await run('note.md', '--write')).toMatchObject({ code: 0, stdout: '' });
    expect(readNote()).toMatch(
      /```\n<!-- toolyard:result id=[0-9a-f]{8} status=success at=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ ms=\d+ args=[0-9a-f]{12} out=[0-9a-f]{12} -->\nEcho: hello\n<!-- \/toolyard:result -->\n\nafter\n$/,
    );
    expect(withoutResults(readNote())).toBe(before);
    const again = readNote();
    expect(await run('note.md', '--write')).toMatchObject({ code: 0 });
    expect(readNote().replaceAll(/ (?:at|ms)=\S+/g, '')).toBe(again.replaceAll(/ (?:at|ms)=\S+/g, ''));
  });

  it('3: a disabled server is skipped with a message, and the others run', async () => {
    configure({ echo: fixture('echo'), off: { ...fixture('echo'), enabled: false } });
    writeNote(block('off', 'tool: echo', 'text: x'), block('echo', 'tool: echo', 'text: hello'));
    expect(await run('note.md', '--write')).toMatchObject({ code: 1 });
    expect(failures(readNote())).toEqual(['Server off is disabled']);
    expect(readNote()).toContain('\nhello\n');
  });

  it('4: nothing is executed unless a run is asked for', async () => {
    configure({ files: realServer('filesystem', place.folder) });
    const made = join(place.folder, 'made.txt');
    writeNote(block('files', 'tool: write_file', `path: ${made}`, 'content: made'));
    const before = readNote();
    const { code, stdout } = await run('note.md', '--check');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'note.md:1: files:write_file would run\n' });
    expect({ made: existsSync(made), note: readNote() }).toEqual({ made: false, note: before });
    expect((await run('note.md')).stdout).toContain('status=success');
    expect({ made: existsSync(made), note: readNote() }).toEqual({ made: true, note: before });
  });

  it('6: in a bound section only its server is available', async () => {
    configure({ echo: fixture('echo'), full: fixture('full') });
    const bindings = '---\ntoolyard:\n  bindings:\n    - { heading: "## Tools", server: full }\n---';
    const inside = [block('echo', 'tool: echo', 'text: no'), block('mcp', 'tool: log')];
    writeNote(bindings, block('echo', 'tool: echo', 'text: yes'), '## Tools', '### Below', ...inside);
    expect(await run('note.md', '--write')).toMatchObject({ code: 1 });
    expect(failures(readNote())).toEqual(['Section "## Tools" is bound to server full; echo is not available here']);
    expect(readNote()).toMatch(/\nyes\n[^]*\ninfo\n/);
  });
});

describe('edge cases of the seed', () => {
  it('an unavailable server, a time limit, wrong parameters, a crash, an unknown tool and server say what is wrong', async () => {
    configure(
      {
        absent: { command: 'no-such-program-here' },
        echo: fixture('echo'),
        dies: fixture('exits-on-call'),
        slow: fixture('counts-at-once'),
      },
      { retryDelaysMs: [1] },
    );
    writeNote(
      block('absent', 'tool: x'),
      block('slow', 'tool: wait', 'timeout: 1000', 'arguments: { ms: 600000 }'),
      block('echo', 'tool: add', 'a: one'),
      block('dies', 'tool: exit'),
      block('echo', 'tool: other'),
      block('mcp', 'server: nobody', 'tool: x'),
      block('echo', 'tool: [', 'x'),
      block('echo', 'tool: echo', 'text: hello'),
    );
    const before = readNote();
    const { code, stdout } = await run('note.md', '--write', '--json');
    expect(code).toBe(1);
    const { files } = JSON.parse(stdout);
    expect(files).toHaveLength(1);
    expect(files[0].file).toBe('note.md');
    expect(files[0].blocks.map(({ status, error }: { status: string; error?: string }) => [status, error])).toEqual([
      ['error', expect.stringContaining('"no-such-program-here" was not found')],
      ['timeout', 'Execution timeout after 1000 ms'],
      ['error', expect.stringMatching(/^Invalid parameters for echo:add: b: is required; a: must be a number/)],
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
    expect(withoutResults(readNote())).toBe(before);
  });

  it('two runs of the same note at once damage nothing, and nothing is taken from a cache', async () => {
    configure({ slow: fixture('counts-at-once') });
    writeNote(block('slow', 'tool: wait'), 'words', block('slow', 'tool: wait'), block('slow', 'tool: wait', 'ms: 60'));
    const before = readNote();
    const both = await Promise.all([run('note.md', '--write'), run('note.md', '--write')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(withoutResults(readNote())).toBe(before);
    expect(readNote().match(/status=success/g)).toHaveLength(3);
  });

  it('output that was edited by hand is kept with a warning, unless it is forced', async () => {
    configure({ echo: fixture('echo') });
    writeNote(block('echo', 'tool: echo', 'text: hello'));
    await run('note.md', '--write');
    const edited = readNote().replace('\nhello\n', '\nmine\n');
    writeFileSync(note, edited);
    const kept = await run('note.md', '--write');
    expect(kept).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('edited by hand and is kept; --force replaces it'),
    });
    expect(readNote()).toBe(edited);
    expect(await run('note.md', '--write', '--force')).toMatchObject({ code: 0 });
    expect(readNote()).not.toContain('mine');
  });

  it('what a tool gives never runs, also on the second and third run', async () => {
    configure({ echo: fixture('echo'), slow: fixture('counts-at-once') });
    const evil =
      '<!-- /toolyard:result -->\n\n' +
      block('slow', 'tool: wait') +
      '\n\n---\ntoolyard: {}\n---\n<script>x</script>\u001b[31m';
    writeNote(block('echo', 'tool: echo', `text: ${JSON.stringify(evil)}`), '# After');
    const before = readNote();
    for (let times = 0; times < 3; times++) {
      const { code, stdout } = await run('note.md', '--write', '--json');
      expect(code).toBe(0);
      expect(JSON.parse(stdout).files[0].blocks).toHaveLength(1);
      expect(withoutResults(readNote())).toBe(before);
    }
  });
});

it('arguments and results stand in no log', async () => {
  configure({ echo: fixture('echo') });
  writeNote(block('echo', 'tool: echo', 'text: s3cret-value'));
  const { code, stderr } = await run('note.md', '--write', '--debug');
  expect({ code, isLogged: stderr.includes('s3cret-value') }).toEqual({ code: 0, isLogged: false });
  const logs = await runToolyard(['logs', '--debug', '--config', place.file], { cwd: place.folder });
  expect(logs.stdout).not.toContain('s3cret-value');
});

describe('limits', () => {
  it('4 blocks at a limit of 2 wait for each other, and all finish', async () => {
    configure({ slow: fixture('counts-at-once') }, { concurrentLimit: 2 });
    writeNote(...[1, 2, 3, 4].map((n) => block('slow', 'tool: wait', `ms: ${100 + n}`)));
    expect(await run('note.md', '--write')).toMatchObject({ code: 0 });
    expect(readNote().match(/\nat most 2\n/g)?.length).toBeGreaterThanOrEqual(3);
    expect(readNote()).not.toMatch(/at most [34]/);
  });

  it('the 26th call of a session is refused, and --session-limit raises that', async () => {
    configure({ echo: fixture('echo') });
    writeNote(...Array.from({ length: 26 }, (_, n) => block('echo', 'tool: echo', `text: "${n}"`)));
    expect(await run('note.md', '--write')).toMatchObject({ code: 1 });
    expect(failures(readNote())).toEqual(['Session execution limit reached (25)']);
    expect(await run('note.md', '--write', '--session-limit', '30')).toMatchObject({ code: 0 });
    expect(failures(readNote())).toEqual([]);
    expect(await run('note.md', '--session-limit', '3')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Session execution limit reached (3)'),
    });
  });

  it('Ctrl-C stops what runs, and the note says so', async () => {
    configure({ slow: fixture('counts-at-once') });
    writeNote(block('slow', 'tool: wait', 'ms: 600000'));
    const running = startToolyard(['run', 'note.md', '--write', '--debug', '--config', place.file], {
      cwd: place.folder,
    });
    await running.saw('stderr', 'running 1');
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 130 });
    expect(failures(readNote())).toEqual(['Execution stopped by user']);
    expect(readNote()).toContain('status=cancelled');
  });

  it('a kill leaves a whole note, and the next run shows what was pending as cancelled', async () => {
    configure({ slow: fixture('counts-at-once') });
    writeNote(block('slow', 'tool: wait', 'ms: 600000'), block('slow', 'tool: count'));
    const before = readNote();
    const running = startToolyard(['run', 'note.md', '--write', '--debug', '--config', place.file], {
      cwd: place.folder,
    });
    await running.saw('stderr', 'running 1');
    running.child.kill('SIGKILL');
    await running.finished;
    expect(readNote()).toContain('status=pending');
    expect(withoutResults(readNote())).toBe(before);
    const line = readNote().split('\n').indexOf('tool: count') + 1;
    expect(await run('note.md', '--write', '--line', String(line))).toMatchObject({ code: 0 });
    expect(readNote()).toMatch(/status=cancelled [^]*status=success/);
    expect(withoutResults(readNote())).toBe(before);
  });
});

describe('toolyard run', () => {
  beforeEach(() => configure({ echo: fixture('echo'), full: fixture('full') }));
  const echo = (text: string): string => block('echo', 'tool: echo', `text: ${text}`);

  it('prints the note with its results, and leaves the file alone', async () => {
    writeNote(echo('hello'));
    const before = readNote();
    const { code, stdout, stderr } = await run('note.md');
    expect(code).toBe(0);
    expect(withoutResults(stdout)).toBe(before);
    expect(stdout).toContain('\nhello\n');
    expect(stderr).toMatch(/^FILE +LINE +TOOL +STATUS +MS\nnote\.md +1 +echo:echo +success +\d+\n$/);
    expect(readNote()).toBe(before);
  });

  it('runs one block by its line, or those of a section', async () => {
    writeNote(echo('one'), '# A', echo('two'), '## B', echo('three'), '# C', echo('four'));
    expect((await run('note.md', '--line', '2')).stdout.match(/status=/g)).toHaveLength(1);
    expect((await run('note.md', '--section', '# A')).stdout).toMatch(/\ntwo\n[^]*\nthree\n/);
    expect((await run('note.md', '--section', 'B')).stdout.match(/status=/g)).toHaveLength(1);
    expect(await run('note.md', '--section', 'D')).toMatchObject({ code: 2, stderr: 'No section "D" in note.md\n' });
    expect(await run('note.md', '--line', '5')).toMatchObject({
      code: 2,
      stderr: 'No tool block at line 5 of note.md\n',
    });
    expect(await run('nothing.md')).toMatchObject({ code: 2, stderr: 'No such file: nothing.md\n' });
  });

  it('takes patterns and folders, and names each file', async () => {
    for (const name of ['a.md', 'b.md', 'c.txt']) place.write(name, `${echo(name)}\n`);
    const { stdout } = await run('*.md', 'a.md', '--write', '--json');
    expect(JSON.parse(stdout).files.map(({ file }: { file: string }) => file)).toEqual(['a.md', 'b.md']);
    expect(readFileSync(join(place.folder, 'c.txt'), 'utf8')).not.toContain('toolyard:result');
    expect(JSON.parse((await run('.', '--check', '--json')).stdout).files).toHaveLength(2);
  });

  it('writes images beside the note', async () => {
    writeNote(block('full', 'tool: image'));
    expect(await run('note.md', '--write')).toMatchObject({ code: 0 });
    const name = readdirSync(place.folder).find((file) => file.endsWith('.png'));
    expect(readNote()).toContain(`\n![image/png](${name})\n`);
  });

  it('says in a check what cannot run, and mentions fences whose server is not known', async () => {
    writeNote(echo('x'), block('echo', 'tool: nothing'), block('unknown', 'tool: x'));
    const { code, stdout } = await run('note.md', '--check');
    expect(code).toBe(1);
    expect(stdout).toContain('note.md:1: echo:echo would run\n');
    expect(stdout).toContain('cannot run: Tool not found: echo:nothing\n');
    expect(stdout).toMatch(/note\.md:10: warning: Server not found: unknown\n/);
  });

  it('ends as --fail-on says', async () => {
    writeNote(block('full', 'tool: tool_error'));
    expect((await run('note.md')).code).toBe(1);
    expect((await run('note.md', '--fail-on', 'never')).code).toBe(0);
  });

  it('runs what changed each time the note is saved, and nothing else', async () => {
    configure({ slow: fixture('counts-at-once') });
    writeNote(block('slow', 'tool: wait', 'ms: 1'));
    const words = ['run', 'note.md', '--write', '--watch', '--config', place.file];
    const running = startToolyard(words, { cwd: place.folder });
    await running.saw('stderr', 'Watching note.md');
    writeFileSync(note, `${readNote()}\nwords\n\n${block('slow', 'tool: count')}\n`);
    await running.saw('stderr', 'slow:count');
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 130 });
    expect(readNote()).toMatch(/\nat most 1\n[^]*words[^]*-->\n1\n/);
  });

  it('joins a yard that runs, and starts no server', async () => {
    configure({ slow: fixture('counts-at-once') });
    writeNote(...Array.from({ length: 27 }, () => block('slow', 'tool: count')));
    const yard = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder });
    await yard.saw('stdout', 'slow');
    await runToolyard(['call', 'slow:wait', 'ms=1', '--config', place.file], { cwd: place.folder });
    expect((await run('note.md', '--write', '--session-limit', '27')).code).toBe(0);
    expect(readNote().match(/-->\n1\n<!--/g)).toHaveLength(27);
    yard.child.kill('SIGINT');
    await yard.finished;
  });
});
