import { resolve } from 'node:path';
import { ToolyardError, type CommandServer } from '@toolyard/core';
import { createServerEnvironment, readVariable, type Environment } from './create-server-environment.ts';
import { explainStartFailure, isKnownProgram } from './explain-start-failure.ts';
import {
  appendPath,
  type CommandPlaces,
  dropRelative,
  findCommand,
  findPassedOver,
  hasFolder,
} from './find-command.ts';
import { inspectFile } from './inspect-file.ts';
import { toWindowsCommand, type SpawnPlan } from './to-windows-command.ts';

/** A program as its user describes it: a server's, or a hook's. */
export type Program = Pick<CommandServer, 'command' | 'args' | 'env' | 'cwd'>;

/** What a launch is prepared from. */
export interface LaunchPorts {
  /** Toolyard's own environment. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Set as `TOOLYARD_CHAIN` in the environment of each server. */
  readonly chain?: readonly string[];
  /** The PATH of the user's login shell. */
  loginPath(): Promise<string | undefined>;
  /** Toolyard's own PATH is that of a desktop, which is short: programs get the login shell's, and messages name it. */
  readonly isDesktop?: boolean;
}

/** A process that can be spawned. */
export interface Launch extends SpawnPlan {
  readonly env: Readonly<Record<string, string>>;
}

/** Finds a program in the environment it will have; throws `server-misconfigured` where that cannot be. */
export async function prepareLaunch(server: Program, ports: LaunchPorts): Promise<Launch> {
  const { platform } = ports;
  const folder = await inspectFile(server.cwd);
  if (folder === 'missing')
    throw failure(`its folder "${server.cwd}" (cwd) does not exist. Create it or correct "cwd".`);
  if (folder !== 'folder') throw failure(`"${server.cwd}" (cwd) is not a folder. Correct "cwd".`);

  const env = createServerEnvironment(ports.env, platform, server.env);
  if (ports.chain !== undefined) env['TOOLYARD_CHAIN'] = JSON.stringify(ports.chain);
  const file = await findProgram(server, env, ports);
  if (platform !== 'win32') return { file, args: server.args, verbatim: false, env };
  const comSpec = readVariable(ports.env, platform, 'ComSpec') ?? 'cmd.exe';
  return { ...toWindowsCommand(file, server.args, comSpec), env };
}

/** The program's full path; the login shell's folders are added to `env` where they are needed to find it, and always on a desktop. */
async function findProgram(server: Program, env: Record<string, string>, ports: LaunchPorts): Promise<string> {
  const { command, cwd } = server;
  const { platform, isDesktop = false } = ports;
  if (isDesktop) await addLoginPath(env, ports, readVariable(server.env, platform, 'PATH') === undefined);
  const pathExt = readVariable(env, platform, 'PATHEXT');
  const pathOf = (environment: Environment): string | undefined => readVariable(environment, platform, 'PATH');
  const places: Omit<CommandPlaces, 'path'> = {
    ...(pathExt !== undefined && { pathExt }),
    cwd,
    platform,
    isExecutable: async (file) => (await inspectFile(file)) === 'program',
  };
  const search = (): Promise<string | undefined> => findCommand(command, { ...places, path: pathOf(env) ?? '' });

  const mayAdd = !isDesktop && !hasFolder(command, platform);
  const found = (await search()) ?? (mayAdd && (await addLoginPath(env, ports)) ? await search() : undefined);
  if (found !== undefined) return found;
  const given = pathOf(server.env) ?? pathOf(ports.env) ?? '';
  throw failure(await explainMissing(command, { ...places, path: pathOf(env) ?? '' }, { given, isDesktop }));
}

/** Why there is no such program; `given` is the PATH as people wrote it. */
async function explainMissing(
  command: string,
  places: CommandPlaces,
  { given, isDesktop }: { readonly given: string; readonly isDesktop: boolean },
): Promise<string> {
  const { platform, cwd, path } = places;
  const found = hasFolder(command, platform) ? await inspectFile(resolve(cwd, command)) : 'missing';
  const passedOver = await findPassedOver(command, { ...places, path: given });
  const firstWord = await findFirstWord(command, places);
  const seen = { ...(passedOver && { passedOver }), ...(firstWord && { firstWord }), ...(isDesktop && { path }) };
  return explainStartFailure({ command, platform, found, ...seen });
}

/** The first of several words, where it is one of the programs that exist or are known to be installable. */
async function findFirstWord(command: string, places: CommandPlaces): Promise<string | undefined> {
  const [first] = /^\S+(?=\s+\S)/.exec(command) ?? [];
  if (first === undefined) return undefined;
  return isKnownProgram(first) || (await findCommand(first, places)) !== undefined ? first : undefined;
}

/** Folders of the login shell come after those of `env`, or before them where the shell `isFirst`; `false` where it names none. */
async function addLoginPath(env: Record<string, string>, ports: LaunchPorts, isFirst = false): Promise<boolean> {
  const { platform } = ports;
  const loginPath = await ports.loginPath();
  if (loginPath === undefined) return false;
  const own = env['PATH'] ?? '';
  const login = dropRelative(loginPath, platform);
  env['PATH'] = isFirst ? appendPath(login, own, platform) : appendPath(own, login, platform);
  return true;
}

function failure(message: string): ToolyardError {
  return new ToolyardError('server-misconfigured', message);
}
