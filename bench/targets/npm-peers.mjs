// Peers from npm, pinned, installed on demand into a folder that git ignores.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withKey } from './own-targets.mjs';

const FOLDER = fileURLToPath(new URL('../.peers', import.meta.url));
const ownName = (_key, tool) => tool;

/** `transport` says how clients reach it, `launch` how it starts, given the path of its command. */
const PEERS = [
  {
    name: 'mcp-hub',
    package: 'mcp-hub',
    version: '4.2.1',
    command: 'mcp-hub',
    transport: 'sse',
    toolName: withKey,
    toArgs: ({ file, port }) => ['--port', String(port), '--config', file],
  },
  {
    name: 'mcp-proxy',
    package: 'mcp-proxy',
    version: '6.7.19',
    command: 'mcp-proxy',
    transport: 'http',
    toolName: ownName,
    toArgs: ({ servers, port }) => {
      const [{ command, args }] = Object.values(servers);
      return ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream', '--', command, ...args];
    },
  },
  {
    name: 'supergateway',
    package: 'supergateway',
    version: '4.0.0',
    command: 'supergateway',
    transport: 'http',
    toolName: ownName,
    toArgs: ({ servers, port }) => {
      const [{ command, args }] = Object.values(servers);
      const server = ['--stdio', [command, ...args].join(' '), '--outputTransport', 'streamableHttp', '--stateful'];
      return [...server, '--port', String(port), '--logLevel', 'none'];
    },
  },
];

/** The peers that can be had, as targets; `say` hears of the others. */
export async function installPeers(say) {
  const targets = [];
  for (const peer of PEERS) {
    try {
      await install(peer, say);
      targets.push(toTarget(peer));
    } catch (error) {
      say(`leaves out ${peer.name}, which could not be installed: ${firstLine(error)}`);
    }
  }
  return targets;
}

async function install({ name, package: packageName, version }, say) {
  const place = join(FOLDER, name);
  const installed = join(place, 'node_modules', packageName, 'package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return;
  say(`installs ${packageName} ${version}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--no-package-lock'];
  await promisify(execFile)('npm', [...args, `${packageName}@${version}`], { cwd: place, timeout: 180_000 });
}

function toTarget({ name, package: packageName, command, transport, toolName, toArgs }) {
  const folder = join(FOLDER, name, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = join(folder, typeof bin === 'string' ? bin : (bin[command] ?? Object.values(bin)[0]));
  return {
    name,
    transport,
    toolName,
    launch: (place) => ({ command: process.execPath, args: [path, ...toArgs(place)] }),
  };
}

function firstLine(error) {
  const lines = String(error.stderr || error.message).split('\n');
  return lines.findLast((line) => / 404 .* could not be found|ENOTFOUND|code E/.test(line)) ?? lines[0];
}
