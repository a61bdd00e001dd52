// What is measured side by side: each target opens a client on the servers of a configuration file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStdioClient } from './clients/stdio-client.mjs';

const TOOLYARD = fileURLToPath(new URL('../apps/cli/dist/toolyard.js', import.meta.url));
const SDK_V1_PROXY = fileURLToPath(new URL('./peers/sdk-v1-proxy.mjs', import.meta.url));

/** The server itself, without anything before it. */
const direct = {
  name: 'direct',
  takesMany: false,
  toolName: (_key, tool) => tool,
  open: ({ servers, ...place }) => createStdioClient({ ...Object.values(servers)[0], ...place }),
};

const toolyard = {
  name: 'toolyard',
  takesMany: true,
  toolName: withKey,
  open: ({ file, ...place }) => openScript(place, TOOLYARD, 'serve', '--config', file),
};

const sdkV1Proxy = {
  name: 'sdk-v1-proxy',
  takesMany: true,
  toolName: withKey,
  open: ({ file, ...place }) => openScript(place, SDK_V1_PROXY, file),
};

/** The targets that need nothing but a built repository. */
export function listOwnTargets() {
  if (!existsSync(TOOLYARD)) throw new Error('The command is not built. Run "npm run build" first.');
  return [direct, toolyard, sdkV1Proxy];
}

/** A client of a Node script; `cwd` and `env` are where it runs. */
export function openScript({ cwd, env }, script, ...args) {
  return createStdioClient({ command: process.execPath, args: [script, ...args], cwd, env });
}

/** The name that a tool of a server has behind most gateways. */
export function withKey(key, tool) {
  return `${key}__${tool}`;
}

/** An environment with nothing of the user's own configuration in reach. */
export function createEnvironment(folder) {
  return { PATH: process.env.PATH, HOME: folder, TOOLYARD_STATE_DIR: join(folder, 'state') };
}
