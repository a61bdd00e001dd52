import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startModelServer, type ModelApi, type ModelServer, type ServedTurn } from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { createWorkspace, type Workspace } from './create-workspace.ts';

/** A workspace with a scripted model, and a server `box` beside `rec`, some of whose tools may destroy something. */
export interface AgentWorkspace extends Workspace {
  readonly model: ModelServer;
  /** What `box` was asked, as `tool text`. */
  boxed(): readonly string[];
}

/** What else an agent workspace has. */
export interface AgentWorkspaceOptions {
  readonly api?: ModelApi;
  /** Over the variables that lead to the model. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A workspace with these hooks, not approved yet, whose model plays these turns. */
export async function createAgentWorkspace(
  turns: readonly ServedTurn[],
  hooks: readonly object[],
  { api = 'anthropic', env = {} }: AgentWorkspaceOptions = {},
): Promise<AgentWorkspace> {
  const model = await startModelServer(api, turns);
  onTestFinished(() => model.stop());
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-box-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const record = join(folder, 'calls.jsonl');
  const box = { ...fixture('records-calls'), env: { RECORD: record, WIPES: '1' } };
  const workspace = createWorkspace({
    servers: { box },
    env: { TOOLYARD_MODEL: model.modelId, ...model.environment, ...env },
  });
  workspace.writeHooks(...hooks);
  return {
    ...workspace,
    model,
    boxed() {
      const lines = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
      return lines.map((line) => {
        const { tool, arguments: given }: { tool: string; arguments: { text?: string } } = JSON.parse(line);
        return `${tool} ${given.text}`;
      });
    },
  };
}

/** A hook that asks the model, to be run by its id. */
export function askHook(id: string, parameters: object): object {
  return {
    id,
    trigger: { event: 'manual' },
    action: { type: 'agent', parameters: { operation: 'ask', ...parameters } },
  };
}

/** A call of the model with a text. */
export function callWith(tool: string, text: string): { readonly tool: string; readonly arguments: { text: string } } {
  return { tool, arguments: { text } };
}

/** What the model heard of its calls, in the request with this number. */
export function newsOf({ requests }: ModelServer, number: number): string {
  return requests[number]?.news.join('\n') ?? expect.fail(`There was no request ${number}`);
}
