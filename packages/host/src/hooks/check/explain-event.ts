import type { ServerState, Yard } from '@toolyard/core';
import { explainHooks, toAvailability, type HookEvent } from '@toolyard/hooks';
import { refusalOf, serverKeysOf, type ResolvedApproval, type ResolvedApprovals } from '../trust/resolve-approvals.ts';
import { targetOf } from '../trust/hook-state-of.ts';
import type { ToolLookup } from './create-tool-lookup.ts';
import { previewRun, type PreviewOptions } from './preview-run.ts';

/** What an event means for one hook; the shape of `hooks why --json`. */
export interface EventExplanation {
  readonly hook: string;
  readonly source: 'workspace' | 'user';
  /** It would be set off, and begin. */
  readonly fires: boolean;
  /** Why not. */
  readonly reason?: string;
  readonly target: string;
  /** Its server as it is now; absent where no yard runs, and for a hook with several. */
  readonly server?: { readonly key: string; readonly state: ServerState };
  /** What it would be given; absent where that is not known. */
  readonly arguments?: unknown;
  /** What would make the run fail. */
  readonly problems?: readonly string[];
}

export interface ExplainOptions extends Pick<ToolLookup, 'findSchema'>, Pick<PreviewOptions, 'agent'> {
  /** The yard that runs, if any. */
  readonly yard: Pick<Yard, 'server'> | undefined;
}

/** Says for each hook whether an event would run it, with what, or why not; starts nothing. */
export async function explainEvent(
  event: Pick<HookEvent, 'name' | 'context'>,
  { hooks, keys, redact }: Pick<ResolvedApprovals, 'hooks' | 'keys' | 'redact'>,
  options: ExplainOptions,
): Promise<readonly EventExplanation[]> {
  const matches = explainHooks(
    hooks.map(({ known }) => known),
    event,
    redact,
  );
  return Promise.all(
    hooks.map(async (resolved, index) => {
      const match = matches[index];
      const about = aboutHook(resolved, options);
      const reason = match?.fires === true ? findObstacle(resolved, keys, options) : match?.reason;
      const preview = match?.fires === true ? await showArguments(resolved, event, { ...options, redact }) : {};
      if (reason !== undefined) return { ...about, fires: false, reason, ...preview };
      return { ...about, fires: true, ...preview };
    }),
  );
}

type About = Pick<EventExplanation, 'hook' | 'source' | 'target' | 'server'>;

function aboutHook({ known }: ResolvedApproval, { yard }: ExplainOptions): About {
  const [key, ...others] = serverKeysOf(known);
  const status = key === undefined || others.length > 0 ? undefined : yard?.server(key);
  const server = status === undefined ? {} : { server: { key: status.key, state: status.state } };
  return { hook: known.hook.id, source: known.source, target: targetOf(known.hook), ...server };
}

/** In the words of the log. */
function findObstacle(
  resolved: ResolvedApproval,
  keys: readonly string[],
  options: ExplainOptions,
): string | undefined {
  const refusal = refusalOf(resolved);
  if (refusal !== undefined) return refusal;
  const obstacles = serverKeysOf(resolved.known).map((key) => findServerObstacle(key, keys, options));
  return obstacles.find((obstacle) => obstacle !== undefined);
}

function findServerObstacle(key: string, keys: readonly string[], options: ExplainOptions): string | undefined {
  if (!keys.includes(key)) return `server unavailable: "${key}" is not in the configuration`;
  const status = options.yard?.server(key);
  if (status === undefined || toAvailability(status.state) !== 'unavailable') return undefined;
  return `server unavailable: ${status.state}${status.reason === undefined ? '' : `, ${status.reason}`}`;
}

async function showArguments(
  { known: { hook } }: ResolvedApproval,
  { context }: Pick<HookEvent, 'context'>,
  { findSchema, agent, redact }: ExplainOptions & Pick<ResolvedApprovals, 'redact'>,
): Promise<Pick<EventExplanation, 'arguments' | 'problems'>> {
  const { action } = hook;
  const schema = action.type === 'mcp' ? findSchema(action.parameters.serverId, action.parameters.toolName) : undefined;
  // Without the schema a text might become a number, or might not.
  if (action.type === 'mcp' && schema === undefined) return {};
  const { problems, ...preview } = await previewRun(hook, context, { schema, agent, redact });
  return problems.length === 0 ? preview : { ...preview, problems };
}
