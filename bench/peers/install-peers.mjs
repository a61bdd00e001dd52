// Peers from npm, in a folder that goes away with the run.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createHttpClient, findPort } from '../clients/http-client.mjs';
import { openScript, withKey } from '../targets.mjs';

const SDK_V2_PROXY = fileURLToPath(new URL('./sdk-v2-proxy.mjs', import.meta.url));

/** Each gets the folder its packages are in, and gives a target. */
const PEERS = [
  {
    name: 'sdk-v2-proxy',
    packages: ['@modelcontextprotocol/client@2', '@modelcontextprotocol/server@2'],
    toTarget: toSdkV2Proxy,
  },
  { name: '1mcp', packages: ['@1mcp/agent'], toTarget: to1mcp },
  { name: 'mcp-proxy', packages: ['mcp-proxy'], toTarget: toMcpProxy },
  { name: 'supergateway', packages: ['supergateway'], toTarget: toSupergateway },
];

/** The peers that could be installed, as targets; `say` hears of the others. */
export async function installPeers(folder, say) {
  const targets = [];
  for (const { name, packages, toTarget } of PEERS) {
    const place = join(folder, 'peers', name);
    try {
      await install(place, packages);
      targets.push({ name, ...toTarget(place) });
      say(`installed ${name}`);
    } catch (error) {
      say(`skips ${name}, which could not be installed: ${firstLine(error)}`);
    }
  }
  return targets;
}

async function install(place, packages) {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  await promisify(execFile)('npm', args, { cwd: place, timeout: 120_000 });
}

function firstLine(error) {
  const lines = String(error.stderr || error.message).split('\n');
  return lines.findLast((line) => / 404 .* could not be found|ENOTFOUND|code E/.test(line)) ?? lines[0];
}

function toSdkV2Proxy(place) {
  const script = join(place, 'sdk-v2-proxy.mjs');
  // A script finds packages from where it stands.
  copyFileSync(SDK_V2_PROXY, script);
  return { takesMany: true, toolName: withKey, open: ({ file, ...where }) => openScript(where, script, file) };
}

function to1mcp(place) {
  const script = commandOf(place, '@1mcp/agent', '1mcp');
  const open = ({ file, ...where }) => openScript(where, script, 'serve', '--transport', 'stdio', '--config', file);
  return { takesMany: true, toolName: (key, tool) => `${key}_1mcp_${tool}`, open };
}

function toMcpProxy(place) {
  const script = commandOf(place, 'mcp-proxy', 'mcp-proxy');
  return bridge(({ port, command, args }) => [
    script,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--server',
    'stream',
    '--',
    command,
    ...args,
  ]);
}

function toSupergateway(place) {
  const script = commandOf(place, 'supergateway', 'supergateway');
  return bridge(({ port, command, args }) => [
    script,
    '--stdio',
    [command, ...args].join(' '),
    '--outputTransport',
    'streamableHttp',
    '--stateful',
    '--port',
    String(port),
    '--logLevel',
    'none',
  ]);
}

/** One server behind HTTP: what these peers do instead of stdio. */
function bridge(toArgs) {
  return {
    takesMany: false,
    note: 'one server over HTTP, since it has no other side; HTTP alone costs more than stdio',
    toolName: (_key, tool) => tool,
    async open({ servers, cwd, env }) {
      const port = await findPort();
      const [{ command, args }] = Object.values(servers);
      return createHttpClient({ command: process.execPath, args: toArgs({ port, command, args }), cwd, env, port });
    },
  };
}

function commandOf(place, name, command) {
  const folder = join(place, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : (bin[command] ?? Object.values(bin)[0]));
}
