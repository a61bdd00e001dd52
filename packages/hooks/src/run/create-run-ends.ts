import { toMessage, ToolyardError } from '@toolyard/core';
import type { NewEvent } from '../event/hook-event.ts';
import type { ActionEnd } from './action-end.ts';
import { createRecord } from './create-record.ts';
import type { HookEngineOptions } from './hook-engine.ts';
import type { JournalEntry } from './journal.ts';
import type { OpenRun } from './open-run.ts';
import type { KeptEnd, RunRecord } from './run-record.ts';
import { toEndedEvent, type EndedAction } from './to-ended-event.ts';

/** Writes down how runs end. */
export interface RunEnds {
  /** Keeps the record, and then says in the journal that the run is over. Never rejects: what failed is told. */
  finish(run: OpenRun, end: ActionEnd): Promise<void>;
  /** Says in the journal that a run is over whose record was kept before; what it gave is not known any more. */
  close(run: OpenRun, end: KeptEnd): Promise<void>;
}

/** What ends are written with. */
export interface RunEndsOptions {
  readonly options: Pick<HookEngineOptions, 'clock' | 'hooks' | 'keep' | 'redact' | 'onEvent'>;
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Takes an event, and writes the entries after it with the same append. */
  take(event: NewEvent, also: readonly JournalEntry[]): Promise<unknown>;
  /** Everything about the run is written and told. */
  onEnd(run: OpenRun): void;
}

/** See `RunEnds`. */
export function createRunEnds({ options, append, take, onEnd }: RunEndsOptions): RunEnds {
  function warn(message: string): void {
    options.onEvent?.({ type: 'warning', message });
  }

  async function keep(record: RunRecord): Promise<boolean> {
    try {
      await options.keep(record);
      return true;
    } catch (error) {
      warn(`The record of run ${record.id} (${record.hook}) was not kept: ${toMessage(error)}`);
      return false;
    }
  }

  /** Without a record the run stays open in the journal, so that the next engine keeps one. */
  async function writeEnd(run: OpenRun, end: EndedAction, isKept: boolean): Promise<void> {
    const { id, hook } = run.plan;
    const also: readonly JournalEntry[] = isKept ? [{ type: 'ended', run: id }] : [];
    try {
      const event = toEndedEvent(run, end, options.hooks());
      // The event stands before the end: a torn write must not lose it, and its id keeps it from being taken twice.
      await (event === undefined ? append(also) : take(event, also));
    } catch (error) {
      warn(`The end of run ${id} (${hook}) was not recorded: ${toMessage(error)}`);
    }
  }

  return {
    async finish(run, end) {
      const endedAt = options.clock.now();
      run.acting?.ends(endedAt);
      try {
        const record = createRecord({ run, end, endedAt, redact: (value) => options.redact(value) });
        await writeEnd(run, end, await keep(record));
        run.resolve(record);
        options.onEvent?.({ type: 'run-ended', record });
      } catch (error) {
        const message = `No record could be made of run ${run.plan.id} (${run.plan.hook}): ${toMessage(error)}`;
        warn(message);
        run.reject(new ToolyardError('log-not-written', message, { cause: error }));
      }
      onEnd(run);
    },
    async close(run, end) {
      await writeEnd(run, end, true);
      onEnd(run);
    },
  };
}
