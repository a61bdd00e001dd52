// What the suite is run against: the fixture alone, and the gateway in front of it.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProgram } from './start-program.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const FIXTURE = at('./fixture-server.mjs');
const BESIDE = at('../packages/testing/fixtures/echo.mjs');
const TOOLYARD = at('../apps/cli/dist/toolyard.js');
const READY_LIMIT_MS = 30_000;

/** The fixture over HTTP, with nothing before it. */
export function startFixture() {
  return startProgram([FIXTURE, '--http', '0'], { stream: 'stdout', pattern: /^(http:\S+)\n/m });
}

/** The gateway over HTTP, with an unrelated server beside the fixture; the names are those of the servers. */
export async function startGateway(server, folder) {
  const fixture = server === 'http' ? await startFixture() : undefined;
  const entry =
    fixture === undefined ? { command: process.execPath, args: [FIXTURE] } : { type: 'http', url: fixture.url };
  try {
    const gateway = await startToolyard(
      { fixture: entry, beside: { command: process.execPath, args: [BESIDE] } },
      folder,
    );
    const stop = async () => {
      await gateway.stop();
      await fixture?.stop();
    };
    return { url: gateway.url, stop };
  } catch (error) {
    await fixture?.stop();
    throw error;
  }
}

async function startToolyard(mcpServers, folder) {
  const place = mkdtempSync(join(folder, 'gateway-'));
  const file = join(place, 'toolyard.json');
  writeFileSync(file, JSON.stringify({ mcpServers, toolyard: { naming: 'none' } }));
  const gateway = await startProgram([TOOLYARD, 'serve', '--http', '0', '--config', file], {
    stream: 'stderr',
    pattern: /MCP is served at (\S+)\. Ctrl-C/,
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

/** Without the configuration, the state and the token of whoever runs this. */
function toEnvironment(place) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TOOLYARD_'));
  const places = { XDG_CONFIG_HOME: place, XDG_STATE_HOME: place, XDG_DATA_HOME: place };
  return { ...Object.fromEntries(own), ...places };
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
