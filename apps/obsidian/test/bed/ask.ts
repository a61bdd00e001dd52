// What tests of the assistant have in common.
import { startModelServer, type ModelApi, type ModelServer, type ServedTurn } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import type { OpenWindow } from './describe-windows.ts';
import type { BedWindow } from './open-window.ts';
import { press, show, soon, toData, type StoredEntry } from './operate.ts';

/** A note, servers and a model in one window. */
export interface AskScene {
  /** What the model does, turn for turn. */
  readonly turns: readonly ServedTurn[];
  readonly api?: ModelApi;
  readonly note: string;
  readonly notes?: Readonly<Record<string, string>>;
  readonly servers?: Readonly<Record<string, StoredEntry>>;
  /** More of data.json. */
  readonly data?: object;
  readonly assistant?: object;
}

/** Opens `note.md` in an editor, with servers that are approved and a model that is chosen. */
export async function openAskScene(
  open: OpenWindow,
  scene: AskScene,
): Promise<{ readonly window: BedWindow; readonly model: ModelServer }> {
  const { turns, api = 'anthropic', note, notes = {}, servers = {}, data = {} } = scene;
  const model = await startModelServer(api, turns);
  onTestFinished(() => model.stop());
  const assistant = { model: model.modelId, preview: 'never', ...scene.assistant };
  const window = await open({
    notes: { 'note.md': note, ...notes },
    data: toData(servers, { assistant, ...data }),
    env: model.environment,
  });
  await show(window, 'source');
  for (const name of Object.keys(servers)) {
    const approved = window.call('callServers', 'askApproval', name);
    await press(window, 'Approve');
    await approved;
  }
  return { window, model };
}

/** Asks at a line, the first of which is 0; false where the command is not available there. */
export async function askAt(window: BedWindow, line: number, command = 'ask-here'): Promise<boolean> {
  await window.call('setCursor', line);
  return window.call('runCommand', `toolyard:${command}`);
}

/** Waits until nothing is being answered any more. */
export async function untilAnswered(window: BedWindow): Promise<void> {
  await soon(() => window.page.getByRole('button', { name: /^Stop the answer/ }).count()).toBe(0);
}
