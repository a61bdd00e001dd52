import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installOnDebian, toInstallCommand } from './install-on-debian.ts';
import type { StartedExternal } from './external-program.ts';

const USUAL_SOCKET = '/var/run/docker.sock';
const ENGINES = ['/usr/bin/dockerd', '/usr/sbin/dockerd', '/usr/local/bin/dockerd'];
const PACKAGES = 'docker.io iptables';
const START_LIMIT_MS = 60_000;
const ASK_LIMIT_MS = 5000;

/**
 * A Docker engine on a unix socket, as a value for `DOCKER_HOST`: the one that runs, else the installed one on an empty folder, for root. With
 * `CI=true` it is installed where that can be done.
 */
export async function startDocker(): Promise<StartedExternal> {
  const given = process.env['DOCKER_HOST'] ?? `unix://${USUAL_SOCKET}`;
  if (await answers(given.replace(/^unix:\/\//, ''))) return { where: given };
  if (findEngine() === undefined) installOnDebian(PACKAGES);
  const engine = findEngine();
  if (engine === undefined || process.getuid?.() !== 0) {
    return {
      missing: `no engine answers at ${given}. Start Docker, or as root run "${toInstallCommand(PACKAGES)}", or set DOCKER_HOST to a unix socket.`,
    };
  }
  return runEngine(engine);
}

async function runEngine(engine: string): Promise<StartedExternal> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-docker-'));
  const socket = join(folder, 'docker.sock');
  const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')];
  const words = ['-H', `unix://${socket}`, '--pidfile', join(folder, 'pid'), '--storage-driver=vfs', ...places];
  // The engine ends with this process's end of the pipe: also where this process is killed and can end nothing any more.
  const script = 'exec 3<&0; (read -r _ <&3; kill -TERM $$) >/dev/null 2>&1 & exec "$@"';
  const child = spawn('/bin/sh', ['-c', script, 'sh', engine, ...words], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const until = Date.now() + START_LIMIT_MS;
  while (child.exitCode === null && !(await answers(socket)) && Date.now() < until) await delay(100);
  if (!(await answers(socket))) {
    child.kill();
    throw new Error(said);
  }
  return {
    where: `unix://${socket}`,
    stop: async () => {
      child.stdin.end();
      await ended;
      // The engine leaves this mounted.
      spawnSync('/bin/umount', ['-l', join(folder, 'exec/netns/default')]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findEngine(): string | undefined {
  return ENGINES.find((file) => existsSync(file));
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request({ socketPath, path: '/_ping', agent: false, timeout: ASK_LIMIT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(false));
    sent.end();
  });
}
