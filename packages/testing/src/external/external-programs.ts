import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installFromNpm } from './install-from-npm.ts';
import type { ExternalProgram, StartedExternal } from './external-program.ts';
import { installOnDebian, toInstallCommand } from './install-on-debian.ts';
import { installVscode } from './install-vscode.ts';
import { startDocker } from './start-docker.ts';
import { startPostgres } from './start-postgres.ts';

/** Claude Code, in a version that Node 20 can install. */
const CLAUDE_CODE: readonly string[] = ['@anthropic-ai/claude-code@2.1.197'];

/** MCP servers by as many authors, which need no network, no account and no program besides git. */
const NPM_SERVERS: readonly string[] = [
  '@allpepper/memory-bank-mcp@0.2.2',
  '@cyanheads/git-mcp-server@2.15.3',
  '@drawio/mcp@1.6.1',
  '@eslint/mcp@0.3.13',
  '@itseasy21/mcp-knowledge-graph@1.0.7',
  '@kazuph/mcp-taskmanager@1.1.1',
  '@movibe/memory-bank-mcp@0.4.1',
  '@playwright/mcp@0.0.83',
  '@wrtnlabs/calculator-mcp@0.2.1',
  'mcp-hello-world@1.1.2',
  'mcp-server-code-runner@0.1.8',
  'mcp-server-commands@0.5.0',
  'time-mcp@1.0.6',
];

/** The newest long-term version of Node, as npm has it for this machine. */
const NEWER_NODE: readonly string[] = [`node-${process.platform}-${process.arch}@24`];

/** The name of a program, as titles of tests show it. */
export type ExternalName =
  | 'Chromium'
  | 'Claude Code'
  | 'Docker'
  | 'fish'
  | 'Node 24'
  | 'PostgreSQL'
  | 'VS Code'
  | 'npm servers'
  | 'zsh';

/** Every program that tests can ask for. */
export const EXTERNAL_PROGRAMS: Readonly<Record<ExternalName, ExternalProgram>> = {
  Chromium: { start: () => findProgram('chromium') },
  'Claude Code': { start: () => installFromNpm(CLAUDE_CODE) },
  Docker: { start: startDocker },
  fish: { start: () => findProgram('fish') },
  'Node 24': { start: () => installFromNpm(NEWER_NODE) },
  PostgreSQL: { start: startPostgres },
  'VS Code': { start: installVscode },
  'npm servers': { start: () => installFromNpm(NPM_SERVERS) },
  zsh: { start: () => findProgram('zsh') },
};

/** Tells a program's name from any other text. */
export function isExternalName(name: string): name is ExternalName {
  return Object.hasOwn(EXTERNAL_PROGRAMS, name);
}

/** A program that only has to be there, such as a shell; its Debian package has its name. */
async function findProgram(name: string): Promise<StartedExternal> {
  if (find(name) === undefined) installOnDebian(name);
  const where = find(name);
  return where === undefined ? { missing: `it is not installed. Run "${toInstallCommand(name)}".` } : { where };
}

function find(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
