// Peers from npm, pinned, installed on demand into a folder that git ignores.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atExit } from '../clients/at-exit.mjs';
import { withKey } from './own-targets.mjs';

const FOLDER = fileURLToPath(new URL('../.peers', import.meta.url));
// No scripts of theirs run, and a machine without a network is noticed soon.
const INSTALL = [
  'install',
  '--ignore-scripts',
  '--no-save',
  '--no-package-lock',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
];
const ownName = (_key, tool) => tool;

/** `transport` says how clients reach it, `takesMany` that it serves several servers and clients with one process. */
const PEERS = [
  {
    name: 'mcp-hub',
    package: 'mcp-hub',
    version: '4.2.1',
    command: 'mcp-hub',
    transport: 'sse',
    takesMany: true,
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

/** The peers that can be had, as targets; `onProblem` hears of the others. */
export async function installPeers({ say, onProblem }) {
  const targets = [];
  for (const peer of PEERS) {
    try {
      await install(peer, say);
      targets.push(toTarget(peer));
    } catch (error) {
      onProblem(peer, `left out, since it could not be installed: ${firstLine(error)}`);
    }
  }
  return targets;
}

async function install({ name, package: packageName, version }, say) {
  const place = join(FOLDER, name);
  const installed = join(place, 'node_modules', packageName, 'package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return;
  say(`installs ${packageName} ${version} from npm into bench/.peers`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  const installing = promisify(execFile)('npm', [...INSTALL, `${packageName}@${version}`], {
    cwd: place,
    timeout: 180_000,
  });
  const forget = atExit(() => installing.child.kill());
  try {
    await installing;
  } finally {
    forget();
  }
}

function toTarget({ name, package: packageName, command, transport, takesMany = false, toolName, toArgs }) {
  const folder = join(FOLDER, name, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = join(folder, typeof bin === 'string' ? bin : (bin[command] ?? Object.values(bin)[0]));
  return {
    name,
    isPeer: true,
    transport,
    takesMany,
    toolName,
    launch: (place) => ({ command: process.execPath, args: [path, ...toArgs(place)] }),
  };
}

function firstLine(error) {
  const lines = String(error.stderr || error.message).split('\n');
  return lines.findLast((line) => / 404 .* could not be found|ENOTFOUND|code E/.test(line)) ?? lines[0];
}
