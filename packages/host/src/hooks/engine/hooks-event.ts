import { explainHooks, type EngineEvent, type KnownHook, type RunRecord } from '@toolyard/hooks';
import type { ResolvedApproval } from '../trust/resolve-approvals.ts';

/** Why a watch ends: for good, or to go on with another yard. */
export type WatchEnd = 'asked to' | 'yard gone' | 'configuration changed';

/** What happens while the hooks of a workspace run, for whoever looks on. */
export type HooksEvent =
  | Exclude<EngineEvent, { readonly type: 'run-ended' }>
  /** `isMismatch`: it was skipped because the event did not match, as every event does with most hooks. */
  | { readonly type: 'run-ended'; readonly record: RunRecord; readonly isMismatch: boolean }
  /** Runs that an engine before has left go on. */
  | { readonly type: 'runs-resumed'; readonly runs: number }
  /** Another process runs hooks of the workspace for a moment, and its end is waited for. */
  | { readonly type: 'engine-awaited' }
  /** Everything that hooks may wait for is noticed from now on. */
  | { readonly type: 'watch-started'; readonly workspace: string; readonly hooks: readonly KnownHook[] }
  /** The watch ended by itself, and nothing is noticed until `watch` is called again; `message` is for people. */
  | { readonly type: 'watch-failed'; readonly message: string }
  /** Another process runs the hooks of the workspace; they are run here when it has ended. */
  | { readonly type: 'watch-elsewhere'; readonly workspace: string }
  /** Files of hooks have problems, one a line, and nothing runs until these are solved. */
  | { readonly type: 'hooks-wrong'; readonly lines: readonly string[] }
  /** A webhook was turned away; `hook` is what stood in its address. `more` of the kind came within a minute after the one that was told. */
  | {
      readonly type: 'webhook-refused';
      readonly hook: string;
      readonly status: number;
      readonly reason: string;
      readonly from: string;
      readonly more: number;
    }
  /** A file changed, and other hooks count now. */
  | { readonly type: 'hooks-changed'; readonly hooks: readonly KnownHook[] }
  /** Whether the hooks that count now may run. */
  | { readonly type: 'hooks-resolved'; readonly hooks: readonly ResolvedApproval[] }
  /** The file of the configuration changed, and cannot be started as it is now; `reason` is for people. */
  | { readonly type: 'configuration-kept'; readonly reason: string }
  /** The engine ended although it could have gone on; `pending` runs have not ended, and wait for the next one. */
  | { readonly type: 'engine-ended'; readonly why: WatchEnd; readonly pending: number };

/** What an engine tells, as it is told to whoever looks on; `hooks` are those that count now. */
export function toHooksEvent(event: EngineEvent, hooks: readonly KnownHook[]): HooksEvent {
  return event.type === 'run-ended' ? { ...event, isMismatch: isMismatch(event.record, hooks) } : event;
}

function isMismatch({ status, hook, event }: RunRecord, hooks: readonly KnownHook[]): boolean {
  if (status !== 'skipped') return false;
  const known = hooks.filter((each) => each.hook.id === hook);
  return explainHooks(known, event).some(({ fires }) => !fires);
}
