import type { Calls } from '@toolyard/core';
import type { YardNotices } from '../notices/create-yard-notices.ts';
import type { Notify } from '../notices/notice.ts';
import type { PluginYard } from '../yard/create-plugin-yard.ts';

/** Something of the plugin that makes calls, and that can be stopped as a whole. */
export interface StoppableWork {
  isRunning(): boolean;
  stopAll(): void;
}

/** A note whose calls are counted. */
export interface CountedNote {
  /** What the session limit counts for it, also after it was renamed. */
  readonly session: string;
  /** Its path, for people. */
  readonly note: string;
}

/** What commands do with all calls; each says to people what it did. */
export interface CallControl {
  /** Whether anything waits or runs, of this plugin or of another program that uses the same servers. */
  isRunning(): boolean;
  /** Whether calls are refused since all were stopped. */
  isStopped(): boolean;
  /** Ends everything that waits or runs, and refuses new calls until `resume`. */
  stopAll(): Promise<void>;
  resume(): Promise<void>;
  /** Whether calls of notes may have been counted: there is a yard that counts. */
  isCounting(): boolean;
  /** Counts the calls of a note from 0 again. */
  resetSession(counted: CountedNote): Promise<void>;
}

/** What the control of calls works on. */
export interface CallControlOptions {
  readonly yard: Pick<PluginYard, 'opened'>;
  /** Ended before the calls of the yard are, since they also wait for other things. */
  readonly works: readonly StoppableWork[];
  readonly notices: Pick<YardNotices, 'tellResumed' | 'forgetSession'>;
  readonly notify: Notify;
}

/** Stops and resumes the calls of the yard that is open; opens none. */
export function createCallControl({ yard, works, notices, notify }: CallControlOptions): CallControl {
  const calls = (): Calls | undefined => yard.opened?.yard.calls;
  const isRunning = (): boolean => works.some((work) => work.isRunning()) || (calls()?.active().length ?? 0) > 0;

  async function resume(): Promise<void> {
    await calls()?.resume();
    notices.tellResumed();
  }

  return {
    isRunning,
    isStopped: () => calls()?.isStopped() ?? false,
    async stopAll() {
      for (const work of works) work.stopAll();
      const stopped = calls();
      if (stopped === undefined) return notify('Everything was stopped.');
      await stopped.stop();
      notify('All calls were stopped, and new ones are refused until you continue.', {
        label: 'Continue',
        run: () => void resume(),
      });
    },
    resume,
    isCounting: () => calls() !== undefined,
    async resetSession({ session, note }) {
      const counting = calls();
      const { calls: count } = (await counting?.sessionUse(session)) ?? { calls: 0 };
      if (count === 0) return notify(`No calls were made in "${note}" yet.`);
      await counting?.resetSession(session);
      notices.forgetSession(session);
      const made = count === 1 ? 'One call was' : `${count} calls were`;
      notify(`${made} made in "${note}". Counting starts at 0 again.`);
    },
  };
}
