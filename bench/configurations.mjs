// Configuration files of the scenarios, in the format that all targets read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ECHO = fileURLToPath(new URL('./servers/echo.mjs', import.meta.url));
const MANY_TOOLS = fileURLToPath(new URL('./servers/many-tools.sh', import.meta.url));

/** The tools that one echo server has. */
export const ECHO_TOOLS = 3;

/** The tools that one server of a wide configuration has. */
export const WIDE_TOOLS = 50;

/** `count` servers that answer, and `hung` that never do. */
export function writeEchoServers(folder, count, hung = 0) {
  const servers = {};
  for (let index = 0; index < count; index++) servers[`s${index}`] = { command: process.execPath, args: [ECHO] };
  for (let index = 0; index < hung; index++)
    servers[`h${index}`] = { command: 'sh', args: ['-c', 'while read -r line; do :; done'] };
  return write(folder, `echo-${count}-${hung}`, servers);
}

/** `count` servers with 50 tools each. */
export function writeWideServers(folder, count) {
  const tools = Array.from({ length: WIDE_TOOLS }, (_, index) => ({
    name: `tool_${index}`,
    description: `Does thing number ${index}, in the way that a description of usual length says.`,
    inputSchema: { type: 'object', properties: { path: { type: 'string' }, limit: { type: 'integer' } } },
  }));
  const list = join(folder, 'tools.json');
  writeFileSync(list, `${JSON.stringify(tools)}\n`);
  const server = { command: 'sh', args: [MANY_TOOLS, list] };
  const servers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, server]));
  return write(folder, `wide-${count}`, servers);
}

function write(folder, name, servers) {
  const file = join(folder, `${name}.json`);
  // The others let all calls run at once, so Toolyard does too.
  writeFileSync(file, JSON.stringify({ mcpServers: servers, toolyard: { concurrentLimit: -1 } }));
  return { file, servers };
}
