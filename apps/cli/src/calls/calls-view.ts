import type { CallRecord, Calls, ShownConfiguration } from '@toolyard/core';
import type { Screen } from '../terminal/create-screen.ts';
import { toCallMs } from '../terminal/render-calls.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { selectServer } from '../yard/select-server.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** Which calls are wanted. */
export interface CallsChoice extends CommonOptions {
  readonly server?: string;
  /** The most ended calls. */
  readonly limit?: number;
  /** Shows what tools were given, too. */
  readonly arguments?: boolean;
}

/** The calls there are. */
export type KnownCalls = Pick<Calls, 'active' | 'history' | 'isStopped'>;

/** The calls of a yard, and where they are shown. */
export interface CallsView {
  readonly calls: KnownCalls;
  readonly choice: CallsChoice;
  readonly screen: Screen;
  readonly terminal: Terminal;
}

/** Calls by whether they have ended. */
export type ChosenCalls = Readonly<Record<'active' | 'history', readonly CallRecord[]>>;

/** A table of all that a yard remembers would be too long to be read. */
const SHOWN_ENDED = 20;

/** As many as a yard remembers. */
const MOST_ENDED = 500;

/** The calls of a yard, or of none, after those that were kept by earlier ones; each once. */
export function withKept(kept: readonly CallRecord[], calls?: KnownCalls): KnownCalls {
  if (calls === undefined) return { active: () => [], history: () => kept, isStopped: () => false };
  return {
    active: () => calls.active(),
    isStopped: () => calls.isStopped(),
    history() {
      const remembered = calls.history();
      const known = new Set([...remembered, ...calls.active()].map(({ id }) => id));
      return [...kept.filter(({ id }) => !known.has(id)), ...remembered].slice(-MOST_ENDED);
    },
  };
}

/** Whether a call is among those that are wanted, however many they are. */
export function isChosen({ server }: CallsChoice, call: CallRecord): boolean {
  return server === undefined || call.server === server;
}

/** The calls that are wanted, as they are now. */
export function chooseCalls({ calls, choice }: Pick<CallsView, 'calls' | 'choice'>): ChosenCalls {
  const { json = false, limit = json ? Infinity : SHOWN_ENDED } = choice;
  const isWanted = (call: CallRecord): boolean => isChosen(choice, call);
  return { active: calls.active().filter(isWanted), history: calls.history().filter(isWanted).slice(-limit) };
}

/**
 * Throws `server-not-found` for a key that neither a call nor the configuration has. Calls count, since their server may be gone
 * by now; they are not suggested, since whoever called may have mistyped the key too.
 */
export function checkCalledServer(
  calls: Pick<Calls, 'active' | 'history'>,
  configuration: ShownConfiguration,
  server: string,
): void {
  const isCalled = [...calls.active(), ...calls.history()].some((call) => isChosen({ server }, call));
  if (!isCalled) selectServer(configuration, server);
}

/** What `toolyard calls --json` prints: arguments only where they are wanted, never results; the reason of a refusal may quote an argument. */
export function toCallsJson(stopped: boolean, { active, history }: ChosenCalls, choice: CallsChoice): object {
  const toJson = (call: CallRecord): object => toCallJson(call, choice);
  return { stopped, active: active.map(toJson), history: history.map(toJson) };
}

/** One call of that; times are ISO 8601 in UTC. */
export function toCallJson(call: CallRecord, choice: Pick<CallsChoice, 'arguments'>): object {
  const { id, tool, parameters, origin, session, document, conversation, approval, status, error } = call;
  const { submittedAt, startedAt, completedAt } = call;
  return {
    id,
    tool,
    ...(choice.arguments === true ? { arguments: parameters } : {}),
    origin,
    session,
    document,
    conversation,
    approval,
    status,
    submittedAt: toTime(submittedAt),
    startedAt: toTime(startedAt),
    completedAt: toTime(completedAt),
    ms: toCallMs(call),
    error,
  };
}

function toTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
