import { ToolyardError } from '@toolyard/core';
import type { Surroundings } from '@toolyard/host';
import { checkClients } from './check-clients.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkFolders, checkPorts } from './check-machine.ts';
import { checkReach } from './check-reach.ts';
import { checkCommands, checkDocker } from './check-servers.ts';
import { checkState } from './check-state.ts';
import { checkVersions } from './check-versions.ts';
import type { Finding } from './finding.ts';

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
