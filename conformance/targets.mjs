// What the suite is run against: the fixture alone, and the gateway in front of it.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startRenamingProxy } from './renaming/start-renaming-proxy.mjs';
import { startProgram } from './start-program.mjs';
import { toEnvironment } from './to-environment.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const FIXTURE = at('./fixture-server.mjs');
const BESIDE = at('../packages/testing/fixtures/echo.mjs');
const TOOLYARD = at('../apps/cli/dist/toolyard.js');
const READY_LIMIT_MS = 30_000;
const ERAS = { handshake: 'legacy', stateless: '2026-07-28' };
const KEY = 'fixture';

/** Starts a target; gives the URL that the suite is to use, and `stop`. */
export async function startTarget({ server, naming, sharing, era }, folder) {
  const parts = [];
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
  };
  const add = async (starting) => {
    parts.push(await starting);
    return parts.at(-1).url;
  };
  try {
    if (server === undefined) return { url: await add(startFixture('both')), stop };
    const entry = { ...(await toEntry(server, add)), era: era ?? ERAS[server.era], sharing };
    const gateway = await add(startToolyard(entry, naming, folder));
    return { url: naming === 'none' ? gateway : await add(startRenamingProxy(gateway, KEY)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startFixture(era) {
  return startProgram([FIXTURE, '--http', '0', '--era', era], { stream: 'stdout', pattern: /^(http:\S+)\n/m });
}

async function toEntry({ transport, era }, add) {
  if (transport === 'http') return { type: 'http', url: await add(startFixture(era)) };
  return { command: process.execPath, args: [FIXTURE, '--era', era] };
}

/** The gateway over HTTP, with an unrelated server beside the fixture. */
async function startToolyard(entry, naming, folder) {
  const place = mkdtempSync(join(folder, 'gateway-'));
  const file = join(place, 'toolyard.json');
  const mcpServers = { [KEY]: entry, beside: { command: process.execPath, args: [BESIDE] } };
  writeFileSync(file, JSON.stringify({ mcpServers, toolyard: { naming } }));
  const gateway = await startProgram([TOOLYARD, 'serve', '--http', '0', '--config', file], {
    stream: 'stderr',
    pattern: /MCP is served at (\S+)\. Press Ctrl-C/,
    cwd: place,
    env: toEnvironment(place),
  });
  try {
    await untilReady(gateway.url);
    return gateway;
  } catch (error) {
    await gateway.stop();
    throw error;
  }
}

async function untilReady(url) {
  const until = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const { status } = await fetch(new URL('/readyz', url));
    if (status === 200) return;
    if (Date.now() > until) throw new Error(`The gateway at ${url} was not ready within ${READY_LIMIT_MS / 1000} s`);
    await delay(50);
  }
}
