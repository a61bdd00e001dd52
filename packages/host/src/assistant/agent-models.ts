import { KEY_VARIABLES } from '@toolyard/models';
import type { AgentHost, AgentModels } from '../ports/agent-models.ts';
import { addKeptAccess } from './add-kept-access.ts';
import { createAgentRunner, type AgentModel } from './create-agent-runner.ts';
import { openHostModel } from './open-host-model.ts';

/** The models that `toolyard ask` can use, for the tasks of hooks. */
export const agentModels: AgentModels = {
  async findModel(host, named, settings) {
    const { model, close } = await openAgentModel(host, named, settings.model);
    close();
    return model.id;
  },
  createRunner: (host, parts) =>
    createAgentRunner(host, parts, (named) => openAgentModel(host, named, parts.settings().model)),
};

/** Opens the model of a task, with what it is called in a hooks file. */
async function openAgentModel(
  host: AgentHost,
  named: string | undefined,
  configuration: string | undefined,
): Promise<AgentModel> {
  const surroundings = await addKeptAccess(host);
  const choices = { option: named, optionName: '"model" of the action', configuration };
  const keys = KEY_VARIABLES.flatMap((name) => surroundings.env[name] ?? []);
  return { ...openHostModel({ surroundings, clock: host.clock }, choices), keys };
}
