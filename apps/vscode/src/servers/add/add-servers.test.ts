import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createServerBench, type ServerBench } from '../../../test/fakes/create-server-bench.ts';
import { startServer } from '../switch-server.ts';
import { addServers } from './add-servers.ts';

const ECHO = { command: process.execPath, args: [fixturePath('echo.mjs')] };
const KEY = 'sk-0123456789abcdef0123456789abcdef';

async function add(bench: ServerBench, ...answers: readonly (string | undefined)[]): Promise<void> {
  bench.editor.answers.push(...answers);
  await addServers(bench.parts, bench.folder);
  await bench.settled();
}

const read = ({ folder }: ServerBench): Promise<string> => readFile(join(folder.path, 'toolyard.json'), 'utf8');

describe('adding a server', () => {
  it('by its command writes it to the file of the folder, off, and leaves the rest as it is', async () => {
    const bench = await createServerBench({
      configuration: '{\n  // ours\n  "mcpServers": {\n    "a": { "command": "a" } // first\n  }\n}\n',
    });
    await add(bench, 'Command', 'npx -y "@x/server-files" .', 'This Folder', 'files');
    expect(await read(bench)).toBe(
      `{
  // ours
  "mcpServers": {
    "a": { "command": "a" }, // first
    "files": {
      "command": "npx",
      "args": ["-y", "@x/server-files", "."],
      "enabled": false
    }
  }
}
`,
    );
    expect(bench.editor.shown.at(-1)).toBe(
      'info: Added server "files" to toolyard.json. It is off until you start it.',
    );
  });

  it('by its URL and by its image, under the names that fit them', async () => {
    const bench = await createServerBench({ configuration: {} });
    await add(bench, 'URL', 'https://mcp.example.com/mcp', 'This Folder', 'example');
    await add(bench, 'Docker Image', 'mcp/time --utc', 'This Folder', 'time');
    expect(JSON.parse(await read(bench))).toEqual({
      mcpServers: {
        example: { type: 'http', url: 'https://mcp.example.com/mcp', enabled: false },
        time: { docker: { image: 'mcp/time', command: ['--utc'] }, enabled: false },
      },
    });
  });

  it('to the file of the user keeps the folder that relative paths start at', async () => {
    const bench = await createServerBench();
    await add(bench, 'Command', 'node ./tool.js', 'All Folders', 'tool');
    const { homeDir } = bench.parts.accessOf(bench.folder).host.surroundings;
    const file = join(homeDir, '.config', 'toolyard', 'toolyard.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      mcpServers: { tool: { command: 'node', args: ['./tool.js'], cwd: bench.folder.path, enabled: false } },
    });
  });

  it('from pasted JSON keeps its secrets out of the file, and starts it with them', async () => {
    const bench = await createServerBench();
    await rm(join(bench.folder.path, 'toolyard.json'));
    const script = `if (process.env.API_KEY !== '${KEY}') process.exit(3); import(${JSON.stringify(fixturePath('echo.mjs'))})`;
    await bench.write('guarded.cjs', script);
    const entry = {
      command: process.execPath,
      args: ['guarded.cjs'],
      cwd: '${workspaceFolder}',
      env: { API_KEY: KEY },
    };
    bench.clipboard = `{ // from the manual\n "mcpServers": { "guarded": ${JSON.stringify(entry)} } }`;
    await add(bench, 'Paste JSON', 'Use the Clipboard', 'This Folder', 'guarded', 'Keep in Secret Storage', undefined);
    expect(await read(bench)).not.toContain(KEY);
    expect(JSON.parse(await read(bench))).toMatchObject({
      mcpServers: { guarded: { env: { API_KEY: '${input:guarded-api-key}' }, enabled: false } },
      inputs: [{ id: 'guarded-api-key', type: 'promptString', password: true }],
    });
    expect([...bench.secrets.values()]).toEqual([KEY]);
    expect(bench.folder.state().servers).toMatchObject([{ id: 'guarded', tools: [] }]);
    expect(bench.folder.state().servers[0]?.status).not.toBe('available');
    await startServer(bench.parts, { folder: bench.folder, server: 'guarded' });
    await bench.settled();
    expect(bench.folder.state().servers).toMatchObject([{ id: 'guarded', status: 'available' }]);
    // Neither was anything asked that the person had said already.
    expect(bench.editor.shown.filter((line) => /^(?:confirm|error)/.test(line))).toEqual([]);
  });

  it('keeps a secret in the file where the person wants that', async () => {
    const bench = await createServerBench({ configuration: {} });
    const text = JSON.stringify({ x: { ...ECHO, env: { API_KEY: KEY } } });
    await add(bench, 'Paste JSON', text, 'This Folder', 'x', 'Keep in the File');
    expect(await read(bench)).toContain(KEY);
    expect(bench.secrets.size).toBe(0);
  });

  it('takes several at once, with the inputs that they name, under names that are free', async () => {
    const bench = await createServerBench({ configuration: { mcpServers: { git: { command: 'git' } } } });
    const inputs = [
      { id: 'word', type: 'promptString', description: 'A word' },
      { id: 'other', type: 'promptString' },
    ];
    const servers = {
      git: { command: 'uvx', args: ['mcp-server-git'] },
      b: { command: 'b', env: { W: '${input:word}' } },
    };
    await add(bench, 'Paste JSON', JSON.stringify({ servers, inputs }), 'All 2 Servers', 'This Folder');
    expect(JSON.parse(await read(bench))).toEqual({
      mcpServers: {
        git: { command: 'git' },
        'git-2': { command: 'uvx', args: ['mcp-server-git'], enabled: false },
        b: { command: 'b', env: { W: '${input:word}' }, enabled: false },
      },
      inputs: [inputs[0]],
    });
  });

  it.each([
    ['Command', 'x "y', 'A quote (") is not closed.'],
    ['Command', ' https://example.com/mcp', 'choose "URL"'],
    ['Command', '{ "command": "it\'s" }', 'choose "Paste JSON"'],
    ['URL', 'ftp://x', 'Enter a URL that starts with http:// or https://.'],
    ['URL', 'http://x:99999', 'http'],
    ['Docker Image', 'https://example.com', 'choose "URL"'],
    ['Docker Image', '', 'Enter the image.'],
    ['Paste JSON', '{ "mcpServers": { "a": { "command": ', 'This is no JSON'],
    ['Paste JSON', '{ "mcpServers": { "a": { "command": 5 } } }', 'command must be'],
    ['Paste JSON', '[]', 'Paste a block like'],
  ])('says at once what is wrong with a %s like %j', async (kind, text, problem) => {
    const bench = await createServerBench();
    const before = await read(bench);
    await add(bench, kind, text);
    expect(bench.editor.shown.at(-1)).toContain(problem);
    expect(await read(bench)).toBe(before);
  });

  it.each(['a', 'x:y', '', '-x'])('refuses the name %j', async (name) => {
    const bench = await createServerBench({ configuration: { mcpServers: { a: { command: 'a' } } } });
    await add(bench, 'Command', 'x', 'This Folder', name);
    expect(bench.editor.shown.at(-1)).toMatch(/^input: Add Server: Name \((The name|There is) .+\)$/);
  });

  it.each([0, 1, 2, 3, 4])('writes nothing where the person leaves after %i answers', async (count) => {
    const bench = await createServerBench();
    await rm(join(bench.folder.path, 'toolyard.json'));
    const text = JSON.stringify({ x: { ...ECHO, env: { API_KEY: KEY } } });
    await add(bench, ...['Paste JSON', text, 'This Folder', 'x', undefined].slice(0, count));
    expect(existsSync(join(bench.folder.path, 'toolyard.json'))).toBe(false);
    expect(bench.secrets.size).toBe(0);
  });

  it('leaves a broken file alone, and opens it at the place', async () => {
    const bench = await createServerBench({ configuration: '{ "mcpServers": { "a": }' });
    await add(bench, 'Command', 'x', 'Open File');
    expect(bench.editor.shown.at(-2)).toMatch(
      /^error: .*toolyard\.json: Invalid JSON at line 1, column \d+: [^.$]+\. Nothing was written\.$/,
    );
    expect(bench.editor.shown.at(-1)).toMatch(/^open: .*toolyard\.json:1:\d+$/);
    expect(await read(bench)).toBe('{ "mcpServers": { "a": }');
  });
});
