import { stat } from 'node:fs/promises';
import { secretsOf, type ServerDefinition, toWholeLine } from '@toolyard/core';
import type { Surroundings } from '@toolyard/host';
import { explainFolder, isPortFree, resolvePlaces } from '@toolyard/node';
import { DEFAULT_ADDRESS } from '@toolyard/host/http';
import type { Finding } from './finding.ts';

/** Whether Toolyard can keep what it has to keep, and whether a file with secrets is read by others. */
export async function checkFolders(
  surroundings: Surroundings,
  file: string | undefined,
  servers: readonly ServerDefinition[],
): Promise<Finding[]> {
  const { stateDir, dataDir } = resolvePlaces(surroundings);
  const folders = [
    { folder: stateDir, purpose: 'the state of Toolyard', variable: 'TOOLYARD_STATE_DIR' },
    { folder: dataDir, purpose: 'the task list', variable: 'TOOLYARD_DATA_DIR' },
  ];
  const found = await Promise.all(folders.map(checkFolder));
  return [...found, ...(file === undefined ? [] : await checkSecrets(surroundings, file, servers))];
}

interface KeptFolder {
  readonly folder: string;
  readonly purpose: string;
  readonly variable: string;
}

async function checkFolder({ folder, purpose, variable }: KeptFolder): Promise<Finding> {
  const reason = await explainFolder(folder);
  if (reason === undefined) return { check: 'folder', level: 'good', text: `${folder} keeps ${purpose}` };
  const text = `${folder} cannot be used for ${purpose}: ${reason}`;
  return { check: 'folder', level: 'wrong', text, advice: `Fix that, or set ${variable} to another folder.` };
}

async function checkSecrets(
  { platform }: Surroundings,
  file: string,
  servers: readonly ServerDefinition[],
): Promise<Finding[]> {
  const mode =
    platform === 'win32'
      ? 0
      : await stat(file).then(
          (stats) => stats.mode,
          () => 0,
        );
  if ((mode & 0o044) === 0 || secretsOf({ servers }).length === 0) return [];
  const text = `${file} may hold secrets and can be read by other users`;
  return [
    { check: 'folder', level: 'note', text, advice: `Run chmod 600 '${file}', or use variables for the secrets.` },
  ];
}

/** Whether the ports are free that would be listened at; those of a running yard are its own. */
export async function checkPorts(servers: readonly ServerDefinition[], isRunning: boolean): Promise<Finding[]> {
  if (isRunning) return [];
  const { port, host } = DEFAULT_ADDRESS;
  const own: Finding = (await isPortFree(port, host))
    ? { check: 'port', level: 'good', text: `Port ${port} is free` }
    : {
        check: 'port',
        level: 'note',
        text: `Port ${port} is taken`,
        advice: 'Give "toolyard up" another one with --port.',
      };
  const containers = servers.flatMap((server) => (server.kind === 'docker' ? [server] : []));
  const ports = containers.flatMap(({ key, docker }) => Object.values(docker.ports).map((each) => ({ key, each })));
  const found = await Promise.all(ports.map(({ key, each }) => checkContainerPort(key, each)));
  return [own, ...found.flat()];
}

async function checkContainerPort(key: string, port: number): Promise<Finding[]> {
  if (await isPortFree(port, '127.0.0.1')) return [];
  const text = `Port ${port}, which server "${toWholeLine(key)}" needs, is taken`;
  return [{ check: 'port', level: 'wrong', text, advice: 'Stop what uses it, or choose another port in "ports".' }];
}
