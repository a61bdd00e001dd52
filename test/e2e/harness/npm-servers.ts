import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GIT_TEST_ENVIRONMENT } from '@toolyard/testing';
import { createYardFolder, ROOT, type YardFolder } from './create-yard-folder.ts';

/** A server from npm in a yard: how it is started, and one call of it. */
export interface NpmServer {
  readonly entry: { readonly command: string; readonly args: string[]; readonly env: Record<string, string> };
  readonly call: readonly [tool: string, args: Readonly<Record<string, unknown>>];
  /** Whether that gives an error. */
  readonly fails?: boolean;
}

/** A folder with a configuration of many servers from npm, each by another author, and something for each of them to work on. */
export interface NpmYard extends YardFolder {
  readonly servers: Readonly<Record<string, NpmServer>>;
}

/** Makes the folder; `modules` is where they are installed. */
export function createNpmYard(modules: string): NpmYard {
  const place = createYardFolder();
  const { folder, write } = place;
  mkdirSync(join(folder, 'bank/project'), { recursive: true });
  execFileSync('git', ['init', '-q'], { cwd: folder, env: GIT_TEST_ENVIRONMENT });
  const start = (packageName: string, call: NpmServer['call'], options: StartOptions = {}): NpmServer => ({
    entry: {
      command: process.execPath,
      args: [findScript(options.modules ?? modules, packageName), ...(options.args ?? [])],
      env: options.env ?? {},
    },
    call,
    fails: options.fails ?? false,
  });
  write('package.json', { type: 'module' });
  write('eslint.config.js', 'export default [{ rules: { "no-var": "error" } }];\n');
  const script = write('script.js', 'var x = 1;\n');
  const drawing = write(
    'a.drawio',
    '<mxfile><diagram name="One"><mxGraphModel><root/></mxGraphModel></diagram></mxfile>',
  );
  const memory = write(
    'memory.jsonl',
    '{"type":"entity","name":"Ada","entityType":"person","observations":["wrote"]}\n',
  );
  const servers = {
    everything: start('@modelcontextprotocol/server-everything', ['get-structured-content', { location: 'Chicago' }], {
      modules: join(ROOT, 'node_modules'),
    }),
    bank: start('@allpepper/memory-bank-mcp', ['list_projects', {}], {
      env: { MEMORY_BANK_ROOT: join(folder, 'bank') },
    }),
    git: start('@cyanheads/git-mcp-server', ['git_status', { path: folder }]),
    drawio: start('@drawio/mcp', ['list_pages', { path: drawing }]),
    eslint: start('@eslint/mcp', ['lint-files', { filePaths: [script] }]),
    knowledge: start('@itseasy21/mcp-knowledge-graph', ['read_graph', {}], { env: { MEMORY_FILE_PATH: memory } }),
    taskmanager: start('@kazuph/mcp-taskmanager', ['list_requests', {}]),
    movibe: start('@movibe/memory-bank-mcp', ['list_memory_bank_files', { random_string: 'x' }], { fails: true }),
    // Nothing answers there, and no browser is looked for on this machine.
    playwright: start('@playwright/mcp', ['browser_tabs', { action: 'list' }], {
      args: ['--cdp-endpoint', 'http://127.0.0.1:1'],
      fails: true,
    }),
    calculator: start('@wrtnlabs/calculator-mcp', ['add', { a: 1, b: 2 }]),
    hello: start('mcp-hello-world', ['echo', { message: 'hello' }]),
    runner: start('mcp-server-code-runner', ['run-code', { code: 'console.log(1 + 1)', languageId: 'javascript' }]),
    commands: start('mcp-server-commands', ['run_command', { command: 'echo hello' }]),
    time: start('time-mcp', ['days_in_month', { date: '2024-02-01' }]),
  };
  const entries = Object.fromEntries(Object.entries(servers).map(([key, { entry }]) => [key, entry]));
  // The first list waits for all of them, however slow the machine is.
  write('servers.json', { mcpServers: entries, toolyard: { listWaitMs: 50_000 } });
  return { ...place, servers };
}

interface StartOptions {
  readonly modules?: string;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly fails?: boolean;
}

/** The script that a package's command runs. */
function findScript(modules: string, packageName: string): string {
  const folder = join(modules, packageName);
  const { bin } = parsePackage(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : Object.values(bin)[0];
  return join(folder, script ?? '');
}

function parsePackage(text: string): { readonly bin: string | Readonly<Record<string, string>> } {
  return JSON.parse(text) as { readonly bin: string | Readonly<Record<string, string>> };
}
