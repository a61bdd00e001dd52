import { ToolyardError, type Clock, type Log, type ServerState, type ToolCall, type ToolCaller } from '@toolyard/core';
import type { NoteRunEvent } from '@toolyard/documents';
import type { ClosableYard } from '@toolyard/host';
import { withCaller } from '../caller/with-caller.ts';
import { describeServerEvent } from './describe-server-event.ts';
import type { Notify, NoticeAction } from './notice.ts';

/** Tells people what they have to know of the yard: once for each kind and server, whatever goes on happening. */
export interface YardNotices {
  /** Takes the place of the log that people see: what servers go through is told by their states. */
  readonly log: Log;
  /** The yard, with its servers and the calls made through it watched for as long as it runs. */
  watch(used: ClosableYard): ClosableYard;
  /** Hears what becomes of the blocks of notes. */
  onNoteRun(event: NoteRunEvent): void;
  /** Calls that were stopped go on: that a call is refused is news again. */
  tellResumed(): void;
  /** The session is counted anew, so the next time that its limit is reached is news again. */
  forgetSession(session: string): void;
}

/** How long nothing of the same kind is told of the same server again, in milliseconds. */
const QUIET_MS = 60_000;

/** A call that has waited for so long is told of, in milliseconds; most of those that wait get their turn before. */
const LONG_WAIT_MS = 500;

const STOPPED = 'stopped';

const SWITCH_ON = 'You can switch servers on in the settings of Toolyard.';

/** Tells people something, unless they were told of the same subject a moment ago. */
interface Teller {
  readonly tell: (subject: string, message: string, action?: NoticeAction) => void;
  /** The next of this subject is news again. */
  readonly forget: (subject: string) => void;
}

/** A call that its session had none left for. */
interface SpentCall extends Pick<ToolCall, 'document'> {
  readonly session: string;
  readonly why: string;
}

/** Notices that nobody waits for; `clock` is that of the yard. */
export function createYardNotices(clock: Clock, notify: Notify): YardNotices {
  const teller = createTeller(clock, notify);
  return {
    log: {
      write(level, text, server) {
        const isForPeople = server === undefined && (level === 'warning' || level === 'error');
        if (isForPeople) teller.tell(text, text);
      },
    },
    watch(used) {
      watchServers(used, teller);
      return withCaller(used, watchCalls(used, clock, teller));
    },
    onNoteRun(event) {
      if (event.type !== 'block-refused') return;
      const disabled = event.problems.find(({ code }) => code === 'server-disabled');
      if (disabled !== undefined) teller.tell(disabled.message, `${disabled.message}. ${SWITCH_ON}`);
    },
    tellResumed() {
      teller.forget(STOPPED);
      notify('Calls are made again.');
    },
    forgetSession: (session) => teller.forget(toLimitSubject(session)),
  };
}

function createTeller(clock: Clock, notify: Notify): Teller {
  const told = new Map<string, number>();
  return {
    tell(subject, message, action) {
      const last = told.get(subject);
      if (last !== undefined && clock.now() - last < QUIET_MS) return;
      told.set(subject, clock.now());
      notify(message, action);
    },
    forget: (subject) => void told.delete(subject),
  };
}

function watchServers({ yard }: ClosableYard, { tell, forget }: Teller): void {
  const states = new Map<string, ServerState>();
  yard.on((event) => {
    const before = event.type === 'server-changed' ? states.get(event.status.key) : undefined;
    const notice = describeServerEvent(event, before);
    if (notice !== undefined) tell(`${notice.kind} ${notice.server}`, notice.message);
    if (event.type !== 'server-changed') return;
    const { key, state } = event.status;
    states.set(key, state);
    // Somebody switched it on again, and wants to know how that went.
    if (before === 'auto-disabled' && state === 'starting') forget(`auto-disabled ${key}`);
  });
}

function watchCalls(used: ClosableYard, clock: Clock, teller: Teller): ToolCaller {
  return {
    async call(call, signal) {
      if (used.yard.calls.isStopped()) tellStopped(used, teller);
      const stopWaiting = clock.after(LONG_WAIT_MS, () => tellQueue(used, teller));
      try {
        return await used.caller.call(call, signal);
      } catch (error) {
        // Whoever takes its calls back at the limit asks a person about it.
        const { session, isWithdrawnAtLimit: isAskedAbout = false } = call;
        const isSpent = ToolyardError.is(error) && error.code === 'session-limit' && session !== undefined;
        if (isSpent && !isAskedAbout) tellSpent(used, { ...call, session, why: error.message }, teller);
        throw error;
      } finally {
        stopWaiting();
      }
    },
  };
}

function tellQueue({ yard, configuration }: ClosableYard, { tell }: Teller): void {
  const { concurrentLimit } = configuration.settings;
  const active = yard.calls.active();
  const waiting = active.filter(({ status }) => status === 'pending').length;
  if (waiting === 0 || concurrentLimit === -1 || active.length - waiting < concurrentLimit) return;
  const who = waiting === 1 ? 'one waits for its' : `${waiting} wait for their`;
  tell(
    'concurrent-limit',
    `No more than ${concurrentLimit} calls run at once, so ${who} turn. You can raise the limit in the settings of Toolyard.`,
  );
}

function tellSpent({ yard: { calls } }: ClosableYard, spent: SpentCall, { tell, forget }: Teller): void {
  const { session, document, why } = spent;
  const subject = toLimitSubject(session);
  const where = document === undefined ? '' : ` in ${document.path}`;
  tell(subject, `${why}${where}. Continue with as many again, or raise the limit in the settings of Toolyard.`, {
    label: 'Continue',
    run() {
      forget(subject);
      void calls.continueSession(session);
    },
  });
}

function tellStopped({ yard: { calls } }: ClosableYard, { tell, forget }: Teller): void {
  tell(STOPPED, 'All calls were stopped, so new ones are refused until you continue.', {
    label: 'Continue',
    run() {
      forget(STOPPED);
      void calls.resume();
    },
  });
}

function toLimitSubject(session: string): string {
  return `session-limit ${session}`;
}
