// Runs `npm start` as a newcomer does, creates a task where it says that clients connect, ends it, looks for what it left behind,
// and does it again to find the task.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const START_LIMIT_MS = 300_000;
const END_LIMIT_MS = 15_000;
const RUNS = 'tasks is running';
const TITLE = 'buy milk';
// npm either waits for the exit code of what it started or reports the signal, depending on who ends first.
const GOOD_ENDS = [0, 128 + 15, 'SIGTERM'];

const root = fileURLToPath(new URL('..', import.meta.url));
const places = mkdtempSync(join(tmpdir(), 'toolyard-try-start-'));
// Whoever runs this may have servers of their own, which a newcomer has not.
const { TOOLYARD_CONFIG: _ignored, ...inherited } = process.env;
const env = { ...inherited, XDG_CONFIG_HOME: places, XDG_STATE_HOME: places, XDG_DATA_HOME: places };

let started;
let ended;
let output = '';

try {
  await start();
  await callTool('tasks__create_task', { title: TITLE });
  await stop();
  await start();
  const { tasks } = await callTool('tasks__list_tasks', {});
  if (tasks.length !== 1 || tasks[0].title !== TITLE) throw new Error(`its tasks are ${JSON.stringify(tasks)}`);
  await stop();
  console.log('npm start runs, keeps a task, ends when it is asked to, and leaves nothing behind.');
} catch (error) {
  console.error(`npm start: ${error.message}. What it printed:\n${output.trim() || '(nothing)'}`);
  process.exitCode = 1;
} finally {
  signalGroup('SIGKILL');
  rmSync(places, { recursive: true, force: true });
}

async function start() {
  output = '';
  const words = ['start', '--', '--port', '0'];
  started = spawn('npm', words, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  ended = new Promise((resolve) => {
    started.once('error', (error) => resolve(error.message));
    started.once('exit', (code, signal) => resolve(signal ?? code));
  });
  await untilRunning();
}

async function stop() {
  signalGroup('SIGTERM');
  const end = await within(ended, END_LIMIT_MS, 'it did not end after SIGTERM');
  if (!GOOD_ENDS.includes(end)) throw new Error(`it ended with ${end} after SIGTERM`);
  await within(untilGroupIsGone(), END_LIMIT_MS, 'it left processes behind');
}

async function callTool(name, args) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const client = new Client({ name: 'newcomer', version: '1.0.0' });
  const [url] = /http:\S+\/mcp/.exec(output) ?? [];
  if (url === undefined) throw new Error('it did not say where clients connect');
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { isError, structuredContent } = await client.callTool({ name, arguments: args });
  await client.close();
  if (isError) throw new Error(`${name} failed: ${JSON.stringify(structuredContent)}`);
  return structuredContent;
}

function untilRunning() {
  const running = new Promise((resolve, reject) => {
    const take = (chunk) => {
      output += chunk;
      if (output.includes(RUNS)) resolve();
    };
    started.stdout.setEncoding('utf8').on('data', take);
    started.stderr.setEncoding('utf8').on('data', take);
    void ended.then((end) => reject(new Error(`it ended with ${end} before it said "${RUNS}"`)));
  });
  return within(running, START_LIMIT_MS, `it did not say "${RUNS}"`);
}

async function untilGroupIsGone() {
  while (signalGroup(0) && hasRunningMember()) await delay(50);
}

// Dead orphans stay members of their group until init has read their exit codes, which some containers' init never does.
function hasRunningMember() {
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    const stat = readOrNothing(`/proc/${entry}/stat`);
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(group) === started.pid && state !== 'Z' && state !== 'X';
  });
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function within(promise, ms, complaint) {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).then(
    () => Promise.reject(new Error(`${complaint} within ${ms / 1000} s`)),
    () => undefined,
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}

function signalGroup(signal) {
  try {
    return started.pid !== undefined && process.kill(-started.pid, signal);
  } catch {
    return false;
  }
}
