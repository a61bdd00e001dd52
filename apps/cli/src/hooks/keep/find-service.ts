import { createHash } from 'node:crypto';
import { basename, delimiter, dirname } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { placeVariablesIn, resolvePlaces } from '@toolyard/node';
import { findLastingFolders, findOwnProgram } from '../../clients/find-own-program.ts';
import type { CommandContext } from '../../terminal/command-context.ts';
import { createLaunchdService } from './create-launchd-service.ts';
import { createSystemdService } from './create-systemd-service.ts';
import type { KeptService, ServiceContent } from './kept-service.ts';

/** Which service is meant. */
export interface WantedService {
  /** Absolute. */
  readonly workspace: string;
  /** Instead of a name that is made from the workspace. */
  readonly name?: string;
  /** The configuration to use, absolute, where it is another than is found in the workspace. */
  readonly config?: string;
  /** The port for webhooks, or `true` for the usual one; none are served where it is absent. */
  readonly webhooks?: number | boolean;
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
/** Where every system has its commands. */
const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];

const SYSTEMS: Partial<Readonly<Record<NodeJS.Platform, (content: ServiceContent) => KeptService>>> = {
  linux: createSystemdService,
  darwin: createLaunchdService,
};

/** The service that keeps the hooks of a workspace running on this system; the same for the same workspace. Throws `usage` where there is none. */
export function findService(
  context: CommandContext,
  { workspace, name, config, webhooks }: WantedService,
): KeptService {
  const { platform, homeDir, userId } = context.surroundings;
  const create = SYSTEMS[platform];
  if (create === undefined) {
    const message = `Services are for systemd on Linux and launchd on macOS, not for ${platform}. Have your system run "toolyard hooks watch" when you log in.`;
    throw new ToolyardError('usage', message);
  }
  if (name !== undefined && !NAME.test(name)) {
    const message = '--name must be 1 to 64 letters, digits, "-", "_" and ".", starting with a letter, a digit or "_".';
    throw new ToolyardError('usage', message);
  }
  const program = findOwnProgram(context, []);
  return create({
    slug: name ?? toSlug(workspace),
    workspace,
    words: [
      ...program.words,
      'hooks',
      'watch',
      '--workspace',
      workspace,
      ...(config === undefined ? [] : ['--config', config]),
      ...toWebhookWords(webhooks),
    ],
    // Without these it would work on other files.
    env: { PATH: toPath(context, program.words[0]), ...placeVariablesIn(context.surroundings.env) },
    homeDir,
    userConfigDir: resolvePlaces(context.surroundings).userConfigDir,
    userId,
  });
}

function toWebhookWords(webhooks: WantedService['webhooks'] = false): readonly string[] {
  if (webhooks === false) return [];
  return webhooks === true ? ['--webhooks'] : ['--webhooks', String(webhooks)];
}

/** The name of the folder, for people, and what tells it from another folder of that name. */
function toSlug(workspace: string): string {
  const name = basename(workspace)
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 8);
  return name === '' ? hash : `${name}-${hash}`;
}

/** Servers and programs of hooks are found as in this terminal. */
function toPath({ surroundings: { env } }: CommandContext, node: string): string {
  return [...new Set([dirname(node), ...findLastingFolders(env), ...SYSTEM_FOLDERS])].join(delimiter);
}
