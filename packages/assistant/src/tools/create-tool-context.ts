import { parseToolId, redactOutcome, toStopped, ToolyardError, toToolId } from '@toolyard/core';
import type { ModelTool } from '../model/model.ts';
import type { AIToolContext } from './ai-tool-context.ts';
import type { AskedCall, CallOutcome, CallRunner } from './create-call-runner.ts';
import type { ToolAccess } from './tool-access.ts';

/** What a context of tools is made of. */
export interface ToolContextOptions {
  readonly access: Pick<ToolAccess, 'servers' | 'binding'>;
  readonly runner: Pick<CallRunner, 'run'>;
  /** Those that the model is told of; each name is a tool id. */
  readonly offered: readonly ModelTool[];
  /** What a server calls itself. */
  readonly serverName?: ((server: string) => string | undefined) | undefined;
  /** Takes secrets out of what tools returned. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Ends its calls. */
  readonly signal: AbortSignal;
}

/** The tools of a conversation for programs that bring a model of their own; its calls are checked, approved and recorded as the assistant's. */
export function createToolContext(options: ToolContextOptions): AIToolContext {
  const { access, runner, offered, redact = (text) => text, signal } = options;
  let count = 0;

  async function run(call: AskedCall): Promise<CallOutcome> {
    const ends: CallOutcome[] = [];
    await runner.run([call], { onEnded: (_, end) => void ends.push(end) }, signal);
    const [end] = ends;
    return end ?? toStopped();
  }

  const binding = access.binding();
  return {
    tools: offered.flatMap(({ name, description, inputSchema }) => {
      const id = parseToolId(name);
      if (id === undefined) return [];
      const serverName = options.serverName?.(id.server) ?? id.server;
      return [{ serverId: id.server, serverName, toolName: id.tool, description, inputSchema }];
    }),
    enabledServers: access.servers(),
    ...(binding === undefined ? {} : { sectionBinding: binding }),
    async executeTool(serverId, toolName, params) {
      const end = await run({ id: `context-${++count}`, tool: toToolId(serverId, toolName), arguments: params });
      if (ToolyardError.is(end)) throw new ToolyardError(end.code, redact(end.message));
      return redactOutcome(end, redact);
    },
  };
}
