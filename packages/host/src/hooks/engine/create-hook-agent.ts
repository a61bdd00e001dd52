import { ToolyardError } from '@toolyard/core';
import type { AgentRunner } from '@toolyard/hooks';
import type { AgentParts } from '../../ports/agent-models.ts';
import type { Host } from '../../ports/host.ts';

/** Gives the tasks of hooks to the models of a host, which are loaded for the first of them, and prompts to its chat, without secrets. */
export function createHookAgent(
  host: Pick<Host, 'surroundings' | 'clock' | 'secrets' | 'agents' | 'chat'>,
  parts: AgentParts,
): AgentRunner {
  return {
    chat: host.chat && (async ({ prompt, ...more }) => host.chat?.({ prompt: String(parts.redact(prompt)), ...more })),
    async ask(task, signal) {
      if (host.agents === undefined) throw toUnable();
      return (await host.agents()).createRunner(host, parts).ask(task, signal);
    },
  };
}

/** Why no hook can ask a model in this program. */
export function toUnable(): ToolyardError {
  return new ToolyardError('model-unavailable', 'This program cannot ask models for hooks. Run them with "toolyard".');
}
