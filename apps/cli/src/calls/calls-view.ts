import type { CallRecord, Calls, ShownConfiguration } from '@toolyard/core';
import type { JoinedYard } from '@toolyard/runtime';
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
}

/** The calls of the running yard, and where they are shown. */
export interface CallsView {
  readonly yard: JoinedYard;
  readonly choice: CallsChoice;
  readonly screen: Screen;
  readonly terminal: Terminal;
}

/** Calls by whether they have ended. */
export type ChosenCalls = Readonly<Record<'active' | 'history', readonly CallRecord[]>>;

/** A table of all that a yard remembers would be too long to be read. */
const SHOWN_ENDED = 20;

/** Whether a call is among those that are wanted, however many they are. */
export function isChosen({ server }: CallsChoice, call: CallRecord): boolean {
  return server === undefined || call.server === server;
}

/** The calls that are wanted, as they are now. */
export function chooseCalls({ yard: { calls }, choice }: Pick<CallsView, 'yard' | 'choice'>): ChosenCalls {
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

/** What `toolyard calls --json` prints: neither arguments nor results; the reason of a refusal may quote an argument. */
export function toCallsJson(stopped: boolean, { active, history }: ChosenCalls): object {
  return { stopped, active: active.map(toCallJson), history: history.map(toCallJson) };
}

/** One call of that; times are ISO 8601 in UTC. */
export function toCallJson(call: CallRecord): object {
  const { id, tool, origin, session, document, conversation, approval, status, error } = call;
  const { submittedAt, startedAt, completedAt } = call;
  return {
    id,
    tool,
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
