import { ToolyardError, type Clock, type Log, type ServerState, type ToolCaller } from '@toolyard/core';
import type { NoteRunEvent } from '@toolyard/documents';
import type { ClosableYard } from '@toolyard/host';
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
}

/** How long nothing of the same kind is told of the same server again, in milliseconds. */
const QUIET_MS = 60_000;

/** A call that has waited for so long is told of, in milliseconds; most of those that wait get their turn before. */
const LONG_WAIT_MS = 500;

const SWITCH_ON = 'Switch it on in the settings of Toolyard.';

/** Notices that nobody waits for; `clock` is that of the yard. */
export function createYardNotices(clock: Clock, notify: Notify): YardNotices {
  const told = new Map<string, number>();
  const states = new Map<string, ServerState>();

  function tell(subject: string, message: string, action?: NoticeAction): void {
    const last = told.get(subject);
    if (last !== undefined && clock.now() - last < QUIET_MS) return;
    told.set(subject, clock.now());
    notify(message, action);
  }

  function watchServers({ yard }: ClosableYard): void {
    yard.on((event) => {
      const key = event.type === 'server-changed' ? event.status.key : undefined;
      const before = key === undefined ? undefined : states.get(key);
      const notice = describeServerEvent(event, before);
      if (notice !== undefined) tell(`${notice.kind} ${notice.server}`, notice.message);
      if (event.type !== 'server-changed') return;
      states.set(event.status.key, event.status.state);
      // Somebody switched it on again, and wants to know how that went.
      if (before === 'auto-disabled' && event.status.state === 'starting') told.delete(`auto-disabled ${key}`);
    });
  }

  function watchCalls(used: ClosableYard): ToolCaller {
    return {
      async call(call, signal) {
        const stopWaiting = clock.after(LONG_WAIT_MS, () => tellQueue(used));
        try {
          return await used.caller.call(call, signal);
        } catch (error) {
          if (ToolyardError.is(error) && error.code === 'session-limit') tellSpent(used, call, error.message);
          throw error;
        } finally {
          stopWaiting();
        }
      },
    };
  }

  function tellQueue({ yard, configuration }: ClosableYard): void {
    const { concurrentLimit } = configuration.settings;
    const active = yard.calls.active();
    const waiting = active.filter(({ status }) => status === 'pending').length;
    if (waiting === 0 || concurrentLimit === -1 || active.length - waiting < concurrentLimit) return;
    tell(
      'concurrent-limit',
      `No more than ${concurrentLimit} calls run at once, so ${waiting === 1 ? 'one waits for its' : `${waiting} wait for their`} turn. You can raise the limit in the settings of Toolyard.`,
    );
  }

  function tellSpent(
    { yard }: ClosableYard,
    { session, document }: Parameters<ToolCaller['call']>[0],
    why: string,
  ): void {
    if (session === undefined) return;
    const where = document === undefined ? '' : ` in ${document.path}`;
    const subject = `session-limit ${session}`;
    tell(subject, `${why}${where}. Continue with as many again, or raise the limit in the settings of Toolyard.`, {
      label: 'Continue',
      run() {
        told.delete(subject);
        void yard.calls.continueSession(session);
      },
    });
  }

  return {
    log: {
      write(level, text, server) {
        const isForPeople = server === undefined && (level === 'warning' || level === 'error');
        if (isForPeople) tell(text, text);
      },
    },
    watch(used) {
      watchServers(used);
      // Its members are looked up at each use, so they are not copied.
      const watched: ClosableYard = Object.create(used, { caller: { value: watchCalls(used) } });
      return watched;
    },
    onNoteRun(event) {
      if (event.type !== 'block-refused') return;
      const disabled = event.problems.find(({ code }) => code === 'server-disabled');
      if (disabled !== undefined) tell(disabled.message, `${disabled.message}. ${SWITCH_ON}`);
    },
  };
}
