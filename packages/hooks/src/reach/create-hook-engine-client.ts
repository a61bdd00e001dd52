import {
  createRequest,
  isJsonObject,
  onAbort,
  ToolyardError,
  type Clock,
  type Frame,
  type Link,
  type LinkEnd,
  type ToolyardErrorCode,
} from '@toolyard/core';
import type { NewEvent } from '../event/hook-event.ts';
import { parseRunRecord } from '../run/parse-run-record.ts';
import type { RunRecord } from '../run/run-record.ts';
import { ENGINE_METHODS } from './engine-methods.ts';

/** An engine that another process runs. */
export interface HookEngineClient {
  /**
   * Hands an event over; `onTaken` is called when it is on the disk, and the records come when all that it led to has ended.
   *
   * Rejects with `socket-unavailable` where the engine went away before it said that the event was taken: it can be entered
   * again under the same id, since an engine takes an id once. Rejects with `connection-lost` where it went away later, with
   * `interrupted` where `signal` was aborted, and with `call-timeout` where the event was not taken within a minute; a taken event is
   * run all the same.
   */
  enter(event: NewEvent, signal: AbortSignal, onTaken?: () => void): Promise<readonly RunRecord[]>;
}

interface Open {
  isSent: boolean;
  isTaken: boolean;
  readonly onTaken: () => void;
  resolve(records: readonly RunRecord[]): void;
  reject(error: ToolyardError): void;
}

/** An engine that was just held takes events when it has read its journal; one that is stopped never does. */
const TAKEN_WITHIN_MS = 60_000;

const SAFE = 'The event is safe in the queue; run "toolyard hooks log" to see what happens to it.';

const UNKNOWN = 'The event may still have been accepted; run "toolyard hooks log" to find out.';

/** What an engine may say that it failed with; everything else it cannot know. */
const PASSED_ON: readonly ToolyardErrorCode[] = ['state-not-written', 'state-not-read', 'log-not-written'];

/** The id of the question who runs the engine; those of events are numbers. */
const GREETING = 'about';

/**
 * Reaches the engine at the other end of a link, which is the client's from now on. `check` hears who runs it before any event is handed
 * over, `undefined` where it is too old to tell, and refuses it by throwing a `ToolyardError`, with which every `enter` then rejects. Any
 * version may have written what it hears.
 */
export function createHookEngineClient(
  link: Link,
  clock: Pick<Clock, 'after'>,
  check?: (about: unknown) => void,
): HookEngineClient {
  const open = new Map<number, Open>();
  let count = 0;
  let end: LinkEnd | undefined;
  const greeting = check && createGreeting(check);

  link.receive((frame) => {
    if (frame.isResponse && frame.id === GREETING) greeting?.hear(frame);
    else if (frame.method === ENGINE_METHODS.taken) take(open, frame);
    else if (frame.isResponse) settle(open, frame);
    return undefined;
  });
  void link.closed.then((how) => {
    end = how;
    for (const { isTaken, reject } of open.values()) reject(toLoss(isTaken, how.reason));
    open.clear();
  });
  if (greeting !== undefined) void link.send(createRequest(GREETING, ENGINE_METHODS.about));

  return {
    enter: (event, signal, onTaken = () => undefined) =>
      new Promise((resolve, reject) => {
        const id = ++count;
        const entry: Open = {
          isSent: false,
          isTaken: false,
          onTaken,
          resolve: finish(resolve),
          reject: finish(reject),
        };
        const abort = (): void => entry.reject(toInterruption(entry));
        let takeBack = (): void => undefined;
        const stopClock = clock.after(TAKEN_WITHIN_MS, () => {
          if (!entry.isTaken) entry.reject(toSilent(entry));
        });
        function finish<T>(settleWith: (value: T) => void): (value: T) => void {
          return (value) => {
            open.delete(id);
            stopClock();
            takeBack();
            settleWith(value);
          };
        }
        if (signal.aborted) return abort();
        if (end !== undefined) return entry.reject(toLoss(false, end.reason));
        takeBack = onAbort(signal, abort);
        open.set(id, entry);
        const send = (): void => {
          // Nobody may wait any more for what could not be sent at once.
          if (!open.has(id)) return;
          entry.isSent = true;
          void link.send(createRequest(id, ENGINE_METHODS.enter, { event }));
        };
        if (greeting === undefined) send();
        else greeting.heard.then(send, entry.reject);
      }),
  };
}

interface Greeting {
  /** Takes what the engine says of itself. */
  hear(answer: Frame): void;
  /** Resolves when it was heard and was not refused; never where the engine is silent. */
  readonly heard: Promise<void>;
}

function createGreeting(check: (about: unknown) => void): Greeting {
  let hear: (about: unknown) => void = () => undefined;
  const heard = new Promise<unknown>((resolve) => (hear = resolve)).then(check);
  // A refusal is for those who enter events, and there may be none.
  heard.catch(() => undefined);
  return { hear: (answer) => hear(answer.value('result')), heard };
}

function take(open: ReadonlyMap<unknown, Open>, frame: Frame): void {
  const entry = open.get(frame.param('request'));
  if (entry === undefined || entry.isTaken) return;
  entry.isTaken = true;
  entry.onTaken();
}

function settle(open: ReadonlyMap<unknown, Open>, frame: Frame): void {
  const entry = open.get(frame.id);
  if (entry === undefined) return;
  const error = frame.value('error');
  if (error !== undefined) {
    entry.reject(toFailure(entry.isTaken, error));
    return;
  }
  const records = toRecords(frame.value('result'));
  if (records === undefined) entry.reject(toMisunderstanding());
  else entry.resolve(records);
}

function toRecords(result: unknown): readonly RunRecord[] | undefined {
  const given: unknown = isJsonObject(result) ? result['records'] : undefined;
  if (!Array.isArray(given)) return undefined;
  const records = given.map(parseRunRecord).filter((record) => record !== undefined);
  return records.length === given.length ? records : undefined;
}

function toFailure(isTaken: boolean, error: unknown): ToolyardError {
  const { message, data } = isJsonObject(error) ? error : {};
  const said = typeof message === 'string' ? message : 'it gave no reason';
  const code = isJsonObject(data) ? data['code'] : undefined;
  // It was being stopped; the connection would have been lost in the next moment.
  if (code === 'interrupted') return toLoss(isTaken, 'has ended');
  const passedOn = PASSED_ON.find((known) => known === code);
  if (passedOn !== undefined) return new ToolyardError(passedOn, said);
  return new ToolyardError('protocol-error', `The running engine of this workspace refused the event: ${said}`);
}

function toMisunderstanding(): ToolyardError {
  const message = `The running engine of this workspace sent an answer that this version of Toolyard does not know. ${SAFE} Stop the older of the two.`;
  return new ToolyardError('protocol-error', message);
}

function toLoss(isTaken: boolean, reason: string): ToolyardError {
  if (isTaken) return new ToolyardError('connection-lost', `The running engine of this workspace ${reason}. ${SAFE}`);
  const message = `The running engine of this workspace ${reason} before it accepted the event. Fire it again.`;
  return new ToolyardError('socket-unavailable', message);
}

function toInterruption({ isSent, isTaken }: Open): ToolyardError {
  if (!isSent) return new ToolyardError('interrupted', 'The event was not fired.');
  return new ToolyardError('interrupted', `Stopped waiting for the event. ${isTaken ? SAFE : UNKNOWN}`);
}

function toSilent({ isSent }: Open): ToolyardError {
  const doubt = isSent ? ` ${UNKNOWN}` : '';
  const message = `The running engine of this workspace did not accept the event within ${TAKEN_WITHIN_MS / 1000} s. Stop it, then try again.${doubt}`;
  return new ToolyardError('call-timeout', message);
}
