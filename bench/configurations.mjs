// Configuration files of the sections, in the format that all targets read.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ECHO = fileURLToPath(new URL('./servers/echo.mjs', import.meta.url));
const MANY_TOOLS = fileURLToPath(new URL('./servers/many-tools.sh', import.meta.url));

/** The tools that one echo server has. */
export const ECHO_TOOLS = 4;

/** The tools that one server of a wide configuration has. */
export const WIDE_TOOLS = 50;

/** `count` echo servers, each of which takes `startMs` to start and has `moreTools` more tools. */
export function writeEchoServers(folder, count, { startMs = 0, moreTools = 0 } = {}) {
  const server = { command: process.execPath, args: [ECHO, String(startMs), String(moreTools)] };
  return write(folder, `echo-${count}-${startMs}-${moreTools}`, repeat(server, count));
}

/** `count` servers with 50 tools each. */
export function writeWideServers(folder, count) {
  const tools = Array.from({ length: WIDE_TOOLS }, (_, index) => ({
    name: `tool_${index}`,
    description: `Does thing number ${index}, in the way that a description of usual length says.`,
    inputSchema: { type: 'object', properties: { path: { type: 'string' }, limit: { type: 'integer' } } },
  }));
  const list = join(folder, 'tools.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(list, `${JSON.stringify(tools)}\n`);
  return write(folder, `wide-${count}`, repeat({ command: 'sh', args: [MANY_TOOLS, list] }, count));
}

function repeat(server, count) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, server]));
}

function write(folder, name, servers) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  // The others let all calls run at once, so Toolyard does too.
  writeFileSync(file, JSON.stringify({ mcpServers: servers, toolyard: { concurrentLimit: -1 } }));
  return { file, servers };
}
