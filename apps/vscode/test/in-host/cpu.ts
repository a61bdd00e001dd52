import assert from 'node:assert/strict';
import { ConfigurationTarget, workspace } from 'vscode';
import { recordedTexts, rest, typeAndSave, untilTrue } from './recorded.ts';
import type { HostTests } from './run-host-tests.ts';

const SAVES = 15;
/** As many as there are. */
const FILES = 100;
/** From one save to the next: longer than everything takes that a save sets off. */
const EACH_MS = 1000;
const LIMIT_MS = 20;
const FEEDBACK_MS = 2000;

let saved = 0;

/** Another file each time: one that changes again and again right after its hook ran looks like a loop, which the engine ends. */
function saveNext(): Promise<void> {
  return typeAndSave(`${saved++ % FILES}.md`, 'x');
}

async function untilOnDuty(): Promise<void> {
  for (let tries = 0; recordedTexts().length === 0 && tries < 40; tries++) {
    await saveNext();
    await rest(1000);
  }
  assert.notEqual(recordedTexts().length, 0);
  await rest(3000);
}

/** The CPU that this process used for saves, in milliseconds for each: the editor's own work is in it. */
async function measure(calls: number): Promise<number> {
  const called = recordedTexts().length;
  const made = (): number => recordedTexts().length - called;
  const before = process.cpuUsage();
  for (let count = 0; count < SAVES; count++) {
    await saveNext();
    await rest(EACH_MS);
  }
  await untilTrue(
    () => made() >= calls,
    () => `${made()} of ${calls} calls were made.`,
    10_000,
  );
  const { user, system } = process.cpuUsage(before);
  assert.equal(made(), calls);
  return (user + system) / 1000 / SAVES;
}

function setEnabled(isEnabled: boolean): Thenable<void> {
  const settings = workspace.getConfiguration('toolyard');
  return settings.update('hooks.enabled', isEnabled, ConfigurationTarget.Workspace);
}

export const tests: HostTests = {
  async 'the first saves lead to calls'() {
    await untilOnDuty();
    for (let count = 0; count < 5; count++) {
      await saveNext();
      await rest(EACH_MS);
    }
  },

  async 'feedback on a save comes in less than 2 seconds'() {
    const times: number[] = [];
    for (let count = 0; count < 3; count++) {
      const called = recordedTexts().length;
      const savedAt = performance.now();
      await saveNext();
      await untilTrue(
        () => recordedTexts().length > called,
        () => 'The tool was not called.',
      );
      times.push(performance.now() - savedAt);
    }
    assert.ok(Math.max(...times) < FEEDBACK_MS, `It took ${Math.max(...times)} ms.`);
    return `at most ${Math.max(...times).toFixed(0)} ms until the tool is called`;
  },

  async 'a save costs less than 20 ms of CPU up to the call'() {
    const withHooks = await measure(SAVES);
    await setEnabled(false);
    await rest(3000);
    const without = await measure(0);
    await setEnabled(true);
    const own = withHooks - without;
    assert.ok(own < LIMIT_MS, `${withHooks.toFixed(1)} ms with hooks, ${without.toFixed(1)} ms without.`);
    return `${own.toFixed(1)} ms (${withHooks.toFixed(1)} with hooks, ${without.toFixed(1)} without)`;
  },
};
