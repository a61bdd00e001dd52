import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { Log } from '@toolyard/core';

/** Ends process groups when Toolyard itself is gone, however it went. */
export interface Watchdog {
  /** Makes sure that it runs, so that a group can be named the moment it exists. */
  start(): void;
  add(group: number): void;
  /** To be called as soon as a group is gone: its number may then belong to others. */
  remove(group: number): void;
  /** Resolves when the watchdog has left. */
  stop(): Promise<void>;
}

// A shell, because it is on every system, takes 1 MB, and shares no file with us. The end of its input is the one sign of
// our death that even kill -9 gives. It is told of a group's end within 100 ms, and acts within as many after ours; only a
// number that the system gives to a new group in that time could be hit wrongly, and systems go through all others first.
const SCRIPT = `
trap '' TERM INT HUP
groups=' '
while read -r change group; do
  case $change in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
[ "$groups" = ' ' ] && exit 0
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
sleep 1
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

const SHELL = '/bin/sh';
const QUICK_DEATH_MS = 1000;
const MAX_QUICK_DEATHS = 3;

type Shell = ChildProcessByStdio<Writable, null, null>;

/** Makes a watchdog for programs that are groups of their own; its process begins with `start`. POSIX only. */
export function createWatchdog(log: Log): Watchdog {
  const groups = new Set<number>();
  let shell: Shell | undefined;
  let quickDeaths = 0;
  let stopping = false;

  function start(): void {
    if (shell !== undefined || stopping || quickDeaths >= MAX_QUICK_DEATHS) return;
    const startedAt = performance.now();
    const started = spawnShell();
    shell = started;
    started.once('error', (error) => goOn(started, error.message, startedAt));
    started.once('exit', (code, signal) => goOn(started, signal ?? `code ${code}`, startedAt));
    for (const group of groups) started.stdin.write(`+ ${group}\n`);
  }

  function goOn(ended: Shell, why: string, startedAt: number): void {
    if (shell !== ended) return;
    shell = undefined;
    if (stopping) return;
    quickDeaths = performance.now() - startedAt < QUICK_DEATH_MS ? quickDeaths + 1 : 0;
    const isLost = quickDeaths >= MAX_QUICK_DEATHS;
    const then = isLost ? 'Programs may be left running if Toolyard is killed.' : 'It is started again.';
    log.write(isLost ? 'warning' : 'debug', `The watchdog process ended (${why}). ${then}`);
    if (groups.size > 0) start();
  }

  return {
    start,
    add(group) {
      groups.add(group);
      shell?.stdin.write(`+ ${group}\n`);
    },
    remove(group) {
      if (groups.delete(group)) shell?.stdin.write(`- ${group}\n`);
    },
    async stop() {
      stopping = true;
      const last = shell;
      if (last === undefined) return;
      last.ref();
      await new Promise<void>((resolve) => {
        last.once('exit', () => resolve());
        last.once('error', () => resolve());
        last.stdin.end();
      });
    },
  };
}

function spawnShell(): Shell {
  const started = spawn(SHELL, ['-c', SCRIPT, 'toolyard-watchdog'], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  // EPIPE says that it died; its exit is what is acted on.
  started.stdin.on('error', () => undefined);
  started.unref();
  if (started.stdin instanceof Socket) started.stdin.unref();
  return started;
}
