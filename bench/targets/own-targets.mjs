// What needs nothing but a built repository. A target says how it is launched on the servers of a configuration.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openStdioConnection } from '../clients/stdio-connection.mjs';
import { openSession } from '../clients/open-session.mjs';

const TOOLYARD = fileURLToPath(new URL('../../apps/cli/dist/toolyard.js', import.meta.url));
const BARE_RELAY = fileURLToPath(new URL('../yardsticks/bare-relay.mjs', import.meta.url));
const BARE_HTTP_RELAY = fileURLToPath(new URL('../yardsticks/bare-http-relay.mjs', import.meta.url));
const ECHO_HTTP = fileURLToPath(new URL('../servers/echo-http.mjs', import.meta.url));
const SDK_PROXY = fileURLToPath(new URL('../peers/sdk-v1-proxy.mjs', import.meta.url));
const node = (...args) => ({ command: process.execPath, args });
const serve = (file, ...args) => node(TOOLYARD, 'serve', '--config', file, ...args);

/** The name that a tool of a server has behind most gateways. */
export const withKey = (key, tool) => `${key}__${tool}`;
const ownName = (_key, tool) => tool;

/** The server itself, without anything before it. */
export const direct = {
  name: 'direct',
  transport: 'stdio',
  toolName: ownName,
  launch: ({ servers }) => Object.values(servers)[0],
};

/** The yardstick over stdio. */
export const bareRelay = {
  name: 'bare relay',
  transport: 'stdio',
  toolName: withKey,
  launch: ({ file }) => node(BARE_RELAY, file),
};

export const toolyard = { name: 'toolyard', transport: 'stdio', toolName: withKey, launch: ({ file }) => serve(file) };

/** Toolyard as a second client meets it: the yard runs already, in the process of the first. */
export const joined = {
  ...toolyard,
  name: 'toolyard, joined',
  async prepare({ file, cwd, env }) {
    const first = await openSession(openStdioConnection({ ...serve(file), cwd, env }));
    await first.tools();
    return first;
  },
};

/** What most aggregators are: some lines around the SDK's `Client` and `Server`. It stands for the peers over stdio. */
export const sdkProxy = {
  name: 'sdk proxy',
  isPeer: true,
  transport: 'stdio',
  toolName: withKey,
  launch: ({ file }) => node(SDK_PROXY, file),
};

/** A server that answers over HTTP itself. */
export const directHttp = {
  name: 'direct',
  transport: 'http',
  toolName: ownName,
  launch: ({ port }) => node(ECHO_HTTP, String(port)),
};

/** The yardstick over HTTP. */
export const bareHttpRelay = {
  name: 'bare relay',
  transport: 'http',
  toolName: withKey,
  launch: ({ file, port }) => node(BARE_HTTP_RELAY, file, String(port)),
};

export const toolyardHttp = {
  name: 'toolyard',
  transport: 'http',
  toolName: withKey,
  launch: ({ file, port }) => serve(file, '--http', String(port)),
};

export const toolyardStateless = { ...toolyardHttp, name: 'toolyard, stateless', era: 'stateless' };

/** Whether there is something to measure. */
export function isBuilt() {
  return existsSync(TOOLYARD);
}
