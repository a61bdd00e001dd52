import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { ToolyardError, type ServerDefinition } from '@toolyard/core';
import type { Surroundings } from '@toolyard/host';
import { createLaunchCheck } from '@toolyard/node';
import { checkClients } from './check-clients.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkFolders, checkPorts } from './check-machine.ts';
import { checkReach } from './check-reach.ts';
import { checkCommands, checkDocker } from './check-servers.ts';
import { checkState } from './check-state.ts';
import type { Finding } from './finding.ts';

const OLDEST_NODE = [20, 19] as const;

const NPM_VERSION_LIMIT_MS = 20_000;

/** What is examined besides the surroundings. */
export interface Examination {
  /** The value of `--config`. */
  readonly config?: string;
  /** Of the Node that runs Toolyard. */
  readonly nodeVersion: string;
}

/** Looks at everything that Toolyard needs here; starts no server and changes nothing. */
export async function examine(surroundings: Surroundings, examination: Examination): Promise<Finding[]> {
  try {
    return await examineAll(surroundings, examination);
  } catch (error) {
    // What others could have written is not even looked at.
    if (!ToolyardError.is(error) || error.code !== 'state-refused') throw error;
    return [{ check: 'folder', level: 'wrong', text: error.message }];
  }
}

async function examineAll(surroundings: Surroundings, { config, nodeVersion }: Examination): Promise<Finding[]> {
  const checked = await checkConfiguration(surroundings, config);
  const { findings, servers, file, placed } = checked;
  const state = await checkState(surroundings, config, checked);
  const rest = await Promise.all([
    checkVersions(surroundings, servers, nodeVersion),
    checkCommands(surroundings, servers),
    checkReach(surroundings, { servers, file, placed }),
    checkDocker(surroundings, servers),
    checkPorts(servers, state.isRunning),
    checkFolders(surroundings, file, servers),
    checkClients(surroundings),
  ]);
  return [...findings, ...rest.flat(), ...state.findings];
}

/** Whether Node is new enough; npm's version where a server needs npm. */
async function checkVersions(
  { env, platform }: Surroundings,
  servers: readonly ServerDefinition[],
  nodeVersion: string,
): Promise<Finding[]> {
  const node = checkNode(nodeVersion);
  const needsNpm = servers.some(
    (server) => server.kind === 'command' && /^np[mx](\.cmd)?$/.test(basename(server.command)),
  );
  // A missing npm is told by the server that needs it; Windows starts it through a shell only.
  if (!needsNpm || platform === 'win32') return [node];
  const version = await readVersion(createLaunchCheck(env, platform));
  return version === undefined ? [node] : [node, { check: 'version', level: 'good', text: `npm ${version}` }];
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  if (!isOld) return { check: 'version', level: 'good', text: `Node ${version}` };
  const text = `Node ${version} is too old`;
  return { check: 'version', level: 'wrong', text, advice: `Install Node ${OLDEST_NODE.join('.')} or later.` };
}

/** Finds npm as a server's start would: not in the working directory. */
async function readVersion(check: ReturnType<typeof createLaunchCheck>): Promise<string | undefined> {
  const npm = await check({ command: 'npm', args: ['--version'], env: {}, cwd: '/' }).catch(() => undefined);
  if (npm === undefined) return undefined;
  return await new Promise((resolve) => {
    execFile(npm.file, npm.args, { env: npm.env, cwd: '/', timeout: NPM_VERSION_LIMIT_MS }, (error, stdout) =>
      resolve(error === null && /^\d[\w.+-]*\s*$/.test(stdout) ? stdout.trim() : undefined),
    );
  });
}
