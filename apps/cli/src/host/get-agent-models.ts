import { agentModels, type AgentModels } from '@toolyard/host/assistant';

/** Those of `toolyard ask`. In a file of its own, so that hooks which ask no model load none of it. */
export function getAgentModels(): AgentModels {
  return agentModels;
}
