import { toMessage, ToolyardError, toToolId } from '@toolyard/core';
import { allowListOf, explainForbidden, serversOfAction, type AgentAction } from '@toolyard/hooks';
import type { AgentSettings } from '../../ports/agent-models.ts';
import type { Host } from '../../ports/host.ts';
import { toUnable } from '../engine/create-hook-agent.ts';
import type { ToolLookup } from './create-tool-lookup.ts';

/** What would be asked for an `agent` action. */
export interface AgentPreview {
  /** `provider/model`. */
  readonly model?: string;
  /** The ids of the tools that would be offered, of those servers whose tools are known. */
  readonly offered: readonly string[];
  /** The keys of the others. */
  readonly unknownServers?: readonly string[];
  readonly problems: readonly string[];
}

/** What a preview of an `agent` action needs. */
export interface AgentPreviewOptions {
  readonly host: Pick<Host, 'surroundings' | 'clock' | 'secrets' | 'agents'>;
  readonly settings: AgentSettings;
  readonly listTools: ToolLookup['listTools'];
}

/** The model and the tools of an action, as far as they are known; asks and starts nobody. */
export async function previewAgent(action: AgentAction, options: AgentPreviewOptions): Promise<AgentPreview> {
  const list = allowListOf(action);
  const known = serversOfAction(action).map((server) => ({ server, tools: options.listTools(server) }));
  const offered = known.flatMap(({ server, tools = [] }) =>
    tools.flatMap((definition) => {
      const name = String(definition['name']);
      return explainForbidden(list, { server, name, definition }) === undefined ? [toToolId(server, name)] : [];
    }),
  );
  const unknown = known.flatMap(({ server, tools }) => (tools === undefined ? [server] : []));
  const model = await findModel(action, options);
  return {
    ...('model' in model ? { model: model.model } : {}),
    offered,
    ...(unknown.length === 0 ? {} : { unknownServers: unknown }),
    problems: 'problem' in model ? [model.problem] : [],
  };
}

async function findModel(
  { parameters }: AgentAction,
  { host, settings }: AgentPreviewOptions,
): Promise<{ readonly model: string } | { readonly problem: string }> {
  const named = parameters['model'];
  try {
    if (host.agents === undefined) throw toUnable();
    const models = await host.agents();
    return { model: await models.findModel(host, typeof named === 'string' ? named : undefined, settings) };
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    return { problem: toMessage(error) };
  }
}
