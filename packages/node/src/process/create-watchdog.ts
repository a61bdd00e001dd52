import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { Log } from '@toolyard/core';

/** Ends what is left when Toolyard itself is gone, however it went: process groups by their numbers, or containers by their ids. */
export interface Watchdog<Member extends number | string = number> {
  /** Makes sure that it runs, so that a group can be named the moment it exists. */
  start(): void;
  add(member: Member): void;
  /** To be called as soon as it is gone: the number of a group may then belong to others. */
  remove(member: Member): void;
  /** Resolves when the watchdog has left. */
  stop(): Promise<void>;
}

// A shell, because it is on every system, takes 1 MB, and shares no file with us. The end of its input is the one sign of
// our death that even kill -9 gives. It is told of a group's end within 100 ms, and acts within as many after ours; only a
// number that the system gives to a new group in that time could be hit wrongly, and systems go through all others first.
const LISTEN = `
trap '' TERM INT HUP
left=' '
while read -r change member; do
  case $change in
    +) left="$left$member " ;;
    -) case $left in *" $member "*) left="\${left%% $member *} \${left#* $member }" ;; esac ;;
  esac
done
[ "$left" = ' ' ] && exit 0
`;

const END_GROUPS: Ending = {
  script: `
for group in $left; do kill -s TERM -- "-$group" 2>/dev/null; done
sleep 1
for group in $left; do kill -s KILL -- "-$group" 2>/dev/null; done
`,
  env: () => ({ PATH: '/usr/bin:/bin' }),
};

const SHELL = '/bin/sh';
const QUICK_DEATH_MS = 1000;
const MAX_QUICK_DEATHS = 3;

type Shell = ChildProcessByStdio<Writable, null, null>;

/** What a watchdog does with what is left. */
export interface Ending {
  /** Commands of a shell that end all words of `$left`. */
  readonly script: string;
  /** All variables that they get; asked for when the watchdog begins. */
  env(): Readonly<Record<string, string>>;
}

/** Makes a watchdog, for programs that are groups of their own where no other ending is given; its process begins with `start`. POSIX only. */
export function createWatchdog<Member extends number | string = number>(
  log: Log,
  ending: Ending = END_GROUPS,
): Watchdog<Member> {
  const members = new Set<Member>();
  let shell: Shell | undefined;
  let quickDeaths = 0;
  let stopping = false;

  function start(): void {
    if (shell !== undefined || stopping || quickDeaths >= MAX_QUICK_DEATHS) return;
    const startedAt = performance.now();
    const started = spawnShell(ending);
    shell = started;
    started.once('error', (error) => goOn(started, error.message, startedAt));
    started.once('exit', (code, signal) => goOn(started, signal ?? `code ${code}`, startedAt));
    for (const member of members) started.stdin.write(`+ ${member}\n`);
  }

  function goOn(ended: Shell, why: string, startedAt: number): void {
    if (shell !== ended) return;
    shell = undefined;
    if (stopping) return;
    quickDeaths = performance.now() - startedAt < QUICK_DEATH_MS ? quickDeaths + 1 : 0;
    const isLost = quickDeaths >= MAX_QUICK_DEATHS;
    const then = isLost ? 'Programs may be left running if Toolyard is killed.' : 'It is started again.';
    log.write(isLost ? 'warning' : 'debug', `The watchdog process ended (${why}). ${then}`);
    if (members.size > 0) start();
  }

  return {
    start,
    add(member) {
      members.add(member);
      shell?.stdin.write(`+ ${member}\n`);
    },
    remove(member) {
      if (members.delete(member)) shell?.stdin.write(`- ${member}\n`);
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

function spawnShell({ script, env }: Ending): Shell {
  const started = spawn(SHELL, ['-c', LISTEN + script, 'toolyard-watchdog'], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: env(),
  });
  // EPIPE says that it died; its exit is what is acted on.
  started.stdin.on('error', () => undefined);
  started.unref();
  if (started.stdin instanceof Socket) started.stdin.unref();
  return started;
}
