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

/** What each picture shows. */
const SCREENS = {
  status: ['toolyard status'],
  call: [
    'toolyard call files:list_directry path=.',
    'toolyard call files:list_directory',
    'toolyard call files:list_directory path=specs',
  ],
  run: ['cat today.md', 'toolyard run today.md'],
  hooks: ['toolyard hooks why file.saved --data path=specs/login/spec.md'],
};

const FILES = {
  'toolyard.json': JSON.stringify({
    mcpServers: {
      files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] },
      memory: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-memory'],
        env: { MEMORY_FILE_PATH: '${workspaceFolder}/memory.jsonl' },
      },
      search: { command: 'uvx-not-installed', args: ['mcp-server-search'] },
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
];

const place = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-screens-')));
try {
  const outdated = await writeScreens(process.argv.includes('--check'));
  if (outdated.length > 0) {
    console.error(`These pictures are not what the command shows now; run "npm run screens":\n${outdated.join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
}

async function writeScreens(isCheck) {
  const home = join(place, 'you');
  const folder = join(home, 'project');
  const shell = { cwd: folder, env: { PATH: `${writePrograms()}:${process.env.PATH}`, HOME: home, FORCE_COLOR: '1' } };
  for (const [name, text] of Object.entries(FILES)) write(join(folder, name), text);
  write(join(home, '.gitconfig'), '[user]\n  name = Ada\n  email = ada@example.com\n');
  for (const command of ['git init -q -b main', 'toolyard approve --yes', 'toolyard hooks approve --yes'])
    run(command, shell);
  const stop = await startYard(shell);
  try {
    const written = Object.entries(SCREENS).map(([name, commands]) => {
      const lines = commands.flatMap((command) => [
        `\u001b[32m$\u001b[39m \u001b[1m${command}\u001b[22m`,
        ...run(command, shell),
        '',
      ]);
      return [`docs/screens/${name}.svg`, renderTerminal({ title: commands.join(', '), lines: lines.slice(0, -1) })];
    });
    if (isCheck)
      return written
        .filter(([name, picture]) => readFileSync(join(root, name), 'utf8') !== picture)
        .map(([name]) => name);
    for (const [name, picture] of written) write(join(root, name), picture);
    return [];
  } finally {
    await stop();
  }

  function run(command, options) {
    const { stdout } = spawnSync('bash', ['-c', `exec 2>&1; ${command}`], { ...options, encoding: 'utf8' });
    const same = VARYING.reduce(
      (text, [form, instead]) => text.replaceAll(form, instead),
      stdout.replaceAll(home, '/home/you'),
    );
    return same.trimEnd().split('\n');
  }
}

/** Runs the servers, so that every command joins them. Gives what ends them. */
async function startYard(shell) {
  const child = spawn('toolyard', ['up', '--port', '0'], { ...shell, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.stdout.resume();
  spawnSync('toolyard', ['status', '--wait', '60000'], shell);
  return async () => {
    child.kill('SIGINT');
    await once(child, 'close');
  };
}

/** The `toolyard` of this build, and an `npx` that finds what is installed here and fetches nothing. Gives their folder. */
function writePrograms() {
  const bin = join(place, 'bin');
  const programs = { toolyard, npx: join(root, 'test/e2e/guides/offline-npx.mjs') };
  for (const [name, program] of Object.entries(programs)) {
    write(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, 0o755);
  }
  return bin;
}

function write(file, text, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}
