import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runToolyard } from '../run-toolyard.ts';

let home = '';
let project = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolyard-e2e-'));
  project = join(home, 'project');
  await mkdir(project);
});
afterEach(() => rm(home, { recursive: true }));

const run = (...words: string[]): ReturnType<typeof runToolyard> =>
  runToolyard(words, { cwd: project, env: { HOME: home } });
const write = async (name: string, text: string): Promise<void> => {
  await mkdir(dirname(join(home, name)), { recursive: true });
  await writeFile(join(home, name), text);
};
const own = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(home, '.config/toolyard/toolyard.json'), 'utf8'));

const SAMPLES: Readonly<Record<string, string>> = {
  '.config/Claude/claude_desktop_config.json': JSON.stringify({
    mcpServers: { files: { command: 'npx', args: ['-y', 'files'], env: { API_KEY: 'hunter2-secret' } } },
  }),
  '.cursor/mcp.json':
    '{ "mcpServers": { /* Cursor */ "files": { "command": "npx", "args": ["-y", "files"], "env": { "API_KEY": "hunter2-secret" } }, "web": { "url": "https://web.example/mcp?token=hunter2-secret", } } }',
  '.config/Code/User/mcp.json': JSON.stringify({
    servers: { ask: { type: 'stdio', command: 'ask', args: ['--token', '${input:token}'] } },
    inputs: [{ id: 'token', type: 'promptString' }],
  }),
  '.config/Code/User/settings.json': '// settings\n{ "mcp": { "servers": { "old": { "command": "old" } } } }',
  'project/.mcp.json': JSON.stringify({ mcpServers: { shared: { command: './tools/serve', args: ['x'] } } }),
  'project/.vscode/mcp.json': JSON.stringify({
    servers: { here: { command: 'here', args: ['${workspaceFolder}/a'] } },
  }),
  'project/.cursor/mcp.json': JSON.stringify({ mcpServers: { files: { command: 'other' } } }),
};

async function writeSamples(): Promise<void> {
  for (const [name, text] of Object.entries(SAMPLES)) await write(name, text);
  const projects = { [project]: { mcpServers: { local: { command: 'local' } } } };
  await write('.claude.json', JSON.stringify({ mcpServers: { mine: { command: 'mine' } }, projects }));
}

describe('toolyard import', () => {
  it('shows what every client has, marks duplicates, and masks secrets', async () => {
    await writeSamples();
    const { code, stdout, stderr } = await run('import');
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.trimEnd().split(/ {2,}/))).toEqual([
      ['#', 'SERVER', 'CLIENT', 'STATE', 'IS'],
      ['1', 'files', 'Claude Desktop', 'new', 'npx -y files (sets API_KEY)'],
      ['2', 'mine', 'Claude Code', 'new', 'mine'],
      ['3', 'local', 'Claude Code (here)', 'new', 'local'],
      ['4', 'shared', 'Claude Code (here)', 'new', join(project, 'tools/serve x')],
      ['5', 'files', 'Cursor', 'same as 1', 'npx -y files (sets API_KEY)'],
      ['6', 'web', 'Cursor', 'new', 'https://web.example/mcp?token=***'],
      ['7', 'files', 'Cursor (here)', 'same key as 1', 'other'],
      ['8', 'ask', 'VS Code', 'new', 'ask --token ${input:token}'],
      ['9', 'old', 'VS Code', 'new', 'old'],
      ['10', 'here', 'VS Code (here)', 'new', `here ${project}/a`],
      [''],
    ]);
    expect(stderr).toBe('Nothing was added. Name the servers to add, or use --all for all new ones.\n');
    await expect(own()).rejects.toThrow('ENOENT');
  });

  it('adds all new ones to its own file, and changes none of theirs', async () => {
    await writeSamples();
    const { stderr } = await run('import', '--all');
    expect(stderr).toContain('Toolyard will ask for ${input:token}.\n');
    expect(await own()).toEqual({
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'files'], env: { API_KEY: 'hunter2-secret' } },
        mine: { command: 'mine' },
        local: { command: 'local', cwd: project },
        shared: { command: join(project, 'tools/serve'), args: ['x'], cwd: project },
        web: { url: 'https://web.example/mcp?token=hunter2-secret' },
        ask: { type: 'stdio', command: 'ask', args: ['--token', '${input:token}'] },
        old: { command: 'old' },
        here: { command: 'here', args: [`${project}/a`], cwd: project },
      },
    });
    for (const [name, text] of Object.entries(SAMPLES)) expect(await readFile(join(home, name), 'utf8')).toBe(text);
    const again = await run('import', '--json');
    const { found } = JSON.parse(again.stdout);
    expect(found.map(({ status }: { status: string }) => status)).toEqual([
      'known',
      'known',
      'known',
      'known',
      'known',
      'known',
      'taken',
      'known',
      'known',
      'known',
    ]);
    expect(again.stdout).not.toContain('hunter2');
  });

  it('adds the named ones, of one client where it is named', async () => {
    await writeSamples();
    const { stdout } = await run('import', '--from', 'cursor', 'web', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      added: ['web'],
      found: [{ key: 'files' }, { key: 'web' }, { key: 'files' }],
    });
    expect(await run('import', 'files')).toMatchObject({ code: 2 });
    await run('import', 'claude-desktop/files');
    expect(Object.keys(((await own()) as { mcpServers: object }).mcpServers)).toEqual(['web', 'files']);
  });

  it('skips files that it cannot read, and says why', async () => {
    await write('.claude.json', '{ "mcpServers": ');
    await write('.cursor/mcp.json', ' '.repeat(10 * 1024 * 1024 + 1));
    await write('.config/Code/User/mcp.json/x', '');
    await writeFile(join(project, '.mcp.json'), Buffer.from([0xff, 0xfe, 0x00]));
    await write('project/.vscode/mcp.json', '[]');
    await write('.config/Claude/claude_desktop_config.json', JSON.stringify({ mcpServers: { ok: { command: 'ok' } } }));
    const { code, stdout } = await run('import', '--all', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      added: ['ok'],
      skipped: [
        { file: join(home, '.claude.json'), reason: 'Invalid JSON at line 1, column 17: expected a value' },
        { file: join(project, '.mcp.json'), reason: 'it is not UTF-8 text' },
        { file: join(home, '.cursor/mcp.json'), reason: 'it is over 10 MB' },
        { file: join(home, '.config/Code/User/mcp.json'), reason: 'it is a folder' },
        { file: join(project, '.vscode/mcp.json'), reason: 'it is not a configuration' },
      ],
    });
  });

  it('says that there is nothing', async () => {
    expect(await run('import', '--all')).toEqual({
      code: 0,
      signal: null,
      stdout: '',
      stderr: 'No servers found in the files of Claude Desktop, Claude Code, Cursor and VS Code.\nNothing was added.\n',
    });
  });

  it('never changes a file of theirs, even if it is named', async () => {
    await writeSamples();
    const { code, stderr } = await run('import', '--all', '--config', join(home, '.cursor/mcp.json'));
    expect(code).toBe(2);
    expect(stderr).toContain("is a client's file, which import never changes.");
  });
});
