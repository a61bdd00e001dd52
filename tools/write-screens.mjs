// Writes pictures of the built command at work to docs/screens: npm run screens
// With --check it writes nothing, and fails where a picture is not what the command shows now.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderTerminal } from './render-terminal.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const toolyard = join(root, 'apps/cli/dist/toolyard.js');

/** What each picture shows, and what happens before. */
const SCREENS = [
  { name: 'status', commands: ['toolyard status'] },
  {
    name: 'call',
    before: 'toolyard disable search',
    commands: [
      'toolyard call files:list_directry path=specs',
      'toolyard call files:list_directory',
      'toolyard call files:list_directory path=specs',
    ],
  },
  { name: 'run', commands: ['toolyard run today.md'] },
  { name: 'hooks', commands: ['toolyard hooks why file.saved --data path=specs/login/spec.md'] },
];

/** The folder in which they run. */
const FILES = {
  'toolyard.json': JSON.stringify({
    mcpServers: {
      files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] },
      memory: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-memory'],
        env: { MEMORY_FILE_PATH: '${workspaceFolder}/memory.jsonl' },
      },
      search: { command: 'mcp-server-search' },
    },
  }),
  'today.md': '## Specs\n\n```files\ntool: list_directory\npath: specs\n```\n',
  'specs/login/spec.md': '# Login\n',
  'specs/README.md': '# Specs\n',
  '.toolyard/hooks.json': JSON.stringify({
    version: 1,
    hooks: [
      {
        id: 'note-spec',
        trigger: { event: 'file.saved', paths: ['specs/**/spec.md'] },
        action: {
          type: 'mcp',
          parameters: {
            serverId: 'memory',
            toolName: 'add_observations',
            parameterMappings: [
              {
                toolParam: 'observations',
                source: 'template',
                value: [{ entityName: '{feature}', contents: ['changed by {user}'] }],
              },
            ],
          },
        },
      },
      {
        id: 'announce-release',
        trigger: { event: 'git.pushed', if: { branch: 'main' } },
        action: { type: 'custom', parameters: { command: 'make', args: ['announce'] } },
      },
    ],
  }),
};

/** What differs each time, and what stands in its place. */
const VARYING = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-11-15T10:02:11Z'],
  [/\b\d\d:\d\d:\d\d\b/g, '10:02:11'],
  [/\bms=\d+/g, 'ms=12'],
  [/\b\d+ ms\b/g, '12 ms'],
  // The last column of the table below a note.
  [/(?<=success\S* +)\d+$/gm, '12'],
];

const place = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-screens-')));
const home = join(place, 'you');
const shell = {
  cwd: join(home, 'project'),
  env: { PATH: `${join(place, 'bin')}:${process.env.PATH}`, HOME: home, FORCE_COLOR: '1' },
};

try {
  prepareHome();
  const stop = await startYard();
  let pictures;
  try {
    pictures = SCREENS.map(takePicture);
  } finally {
    await stop();
  }
  if (process.argv.includes('--check')) comparePictures(pictures);
  else for (const { file, picture } of pictures) write(join(root, file), picture);
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
}

/** A home with approved files, the `toolyard` of this build, and an `npx` that fetches nothing but finds what is installed here. */
function prepareHome() {
  const programs = { toolyard, npx: join(root, 'test/e2e/guides/offline-npx.mjs') };
  for (const [name, program] of Object.entries(programs)) {
    write(join(place, 'bin', name), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, 0o755);
  }
  for (const [name, text] of Object.entries(FILES)) write(join(shell.cwd, name), text);
  write(join(home, '.gitconfig'), '[user]\n  name = Ada\n  email = ada@example.com\n');
  for (const command of ['git init -q -b main', 'toolyard approve --yes', 'toolyard hooks approve --yes']) run(command);
}

/** Runs the servers, so that every command joins them. Gives what ends them. */
async function startYard() {
  const child = spawn(process.execPath, [toolyard, 'up', '--port', '0'], {
    ...shell,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const isUp = await Promise.race([once(child.stdout, 'data').then(() => true), exited.then(() => false)]);
  if (!isUp) throw new Error('"toolyard up" ended at once; what it wrote is above.');
  child.stdout.resume();
  run('toolyard status --wait 60000');
  return async () => {
    child.kill('SIGINT');
    await exited;
  };
}

function takePicture({ name, before, commands }) {
  if (before !== undefined) run(before);
  const lines = commands.flatMap((command) => [
    `\u001b[32m$\u001b[39m \u001b[1m${command}\u001b[22m`,
    ...run(command),
    '',
  ]);
  const picture = renderTerminal({ title: commands.join(', '), lines: lines.slice(0, -1) });
  return { file: `docs/screens/${name}.svg`, picture };
}

/** The lines that a command prints, without what differs each time. */
function run(command) {
  const { stdout } = spawnSync('bash', ['-c', `exec 2>&1; ${command}`], { ...shell, encoding: 'utf8' });
  const text = VARYING.reduce((done, [form, instead]) => done.replaceAll(form, instead), stdout);
  return text.replaceAll(home, '/home/you').trimEnd().split('\n');
}

function comparePictures(pictures) {
  const outdated = pictures.filter(({ file, picture }) => readFileSync(join(root, file), 'utf8') !== picture);
  if (outdated.length === 0) return;
  console.error('These pictures are not what the command shows now; run "npm run screens":');
  for (const { file } of outdated) console.error(file);
  process.exitCode = 1;
}

function write(file, text, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}
