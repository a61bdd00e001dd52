import { basename } from 'node:path';
import {
  type CommandServer,
  type DockerServer,
  type ServerDefinition,
  ToolyardError,
  toWholeLine,
} from '@toolyard/core';
import { isToolyardEntry, type Surroundings } from '@toolyard/host';
import { checkContainer, checkDockerEngine, createLaunchCheck } from '@toolyard/node';
import type { Finding } from './finding.ts';

/** Whether the programs of servers are found, without starting any. */
export async function checkCommands(
  surroundings: Surroundings,
  servers: readonly ServerDefinition[],
): Promise<Finding[]> {
  const check = createLaunchCheck(surroundings.env, surroundings.platform);
  const commands = servers.flatMap((server) => (server.kind === 'command' ? [server] : []));
  return Promise.all(commands.map((server) => checkCommand(server, check)));
}

async function checkCommand(
  server: CommandServer,
  check: (server: CommandServer) => Promise<{ readonly file: string }>,
): Promise<Finding> {
  const name = `Server "${toWholeLine(server.key)}"`;
  if (isToolyardEntry(server)) {
    const advice = 'Remove it with "toolyard remove", unless it uses another configuration.';
    return { check: 'server', level: 'note', text: `${name} is itself a Toolyard`, advice };
  }
  try {
    await check(server);
    return { check: 'server', level: 'good', text: `${name} starts ${toWholeLine(basename(server.command))}` };
  } catch (error) {
    return toWrong('server', `${name} cannot start: `, error);
  }
}

/** Whether the engine answers and the containers could be made; nothing is looked at where no server needs it. */
export async function checkDocker(
  { env, platform }: Surroundings,
  servers: readonly ServerDefinition[],
): Promise<readonly Finding[]> {
  const containers = servers.flatMap((server) => (server.kind === 'docker' ? [server] : []));
  if (containers.length === 0) return [];
  const wrong = containers.flatMap((server) => checkWritten(server));
  try {
    const engine = await checkDockerEngine({ env, platform });
    const version: Finding = { check: 'docker', level: 'good', text: `Docker ${engine.version} answers` };
    const images = await Promise.all(
      containers.map(async (server) => checkImage(server, await engine.hasImage(server.docker.image))),
    );
    return [version, ...wrong, ...images.flat()];
  } catch (error) {
    return [...wrong, toWrong('docker', '', error)];
  }
}

function checkWritten(server: DockerServer): Finding[] {
  try {
    checkContainer(server);
    return [];
  } catch (error) {
    return [toWrong('server', `Server "${toWholeLine(server.key)}" cannot start: `, error)];
  }
}

function checkImage({ key, docker }: DockerServer, isThere: boolean): Finding[] {
  if (isThere) return [];
  const text = `The image ${toWholeLine(docker.image)} of server "${toWholeLine(key)}" is not on this machine`;
  if (docker.pull !== 'never')
    return [{ check: 'docker', level: 'note', text: `${text} yet; the first start pulls it` }];
  const advice = `Run "docker pull ${toWholeLine(docker.image)}", or remove "pull": "never".`;
  return [{ check: 'docker', level: 'wrong', text, advice }];
}

function toWrong(check: Finding['check'], before: string, error: unknown): Finding {
  if (!ToolyardError.is(error)) throw error;
  const { message } = error;
  const text = before === '' ? message.slice(0, 1).toUpperCase() + message.slice(1) : `${before}${message}`;
  return { check, level: 'wrong', text: toWholeLine(text) };
}
