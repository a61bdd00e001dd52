import { readFile, rm, writeFile } from 'node:fs/promises';
import { waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createTestWorkspace } from '../../../test/create-test-workspace.ts';
import { stateStoreOf, type StateStore } from '../../state/state-store.ts';
import { locateYard } from '../../yard/locate-yard.ts';
import { openHooks } from '../read/open-hooks.ts';
import { followConfiguration } from './follow-configuration.ts';

const WAIT_MS = 20_000;

it('tells nothing of what it was reading when it was closed', async () => {
  const { createHost, workspace, writeConfiguration } = await createTestWorkspace();
  let readings = 0;
  let goOn = (_isApproved: boolean): void => undefined;
  const asked = new Promise<boolean>((resolve) => (goOn = resolve));
  const plain = stateStoreOf(createHost());
  const state: StateStore = {
    ...plain,
    approvals: { ...plain.approvals, isApproved: async () => (++readings > 1 ? asked : false) },
  };
  const opened = await openHooks(createHost({ state }), { workspace });
  const place = await locateYard(opened.surroundings, {});
  let changes = 0;
  const followed = await followConfiguration(opened, { place }, () => void changes++);
  expect(followed.definition('it')).toBeDefined();
  await writeConfiguration({ toolyard: { sessionLimit: 7 } });
  await waitUntil(() => readings > 1, WAIT_MS);
  followed.close();
  goOn(true);
  await new Promise((resolve) => void setImmediate(resolve));
  expect(changes).toBe(0);
});

it('stays with what ran where the file is removed, and says so', async () => {
  const { createHost, workspace, config } = await createTestWorkspace();
  const opened = await openHooks(createHost(), { workspace });
  const place = await locateYard(opened.surroundings, {});
  let changes = 0;
  const followed = await followConfiguration(opened, { place }, () => void changes++);
  onTestFinished(() => followed.close());
  const text = await readFile(config, 'utf8');
  await rm(config);
  await waitUntil(() => changes === 1, WAIT_MS);
  expect(followed.definition('it')).toBeDefined();
  expect(followed.problem()).toBeUndefined();
  expect(followed.obstacle()).toBe(`${config}: $: Config file was removed; put it back, or stop Toolyard`);
  await writeFile(config, text);
  await waitUntil(() => changes === 2, WAIT_MS);
  expect(followed.obstacle()).not.toContain('removed');
});

it('hides what the servers of a yard were given later, and what they were given before', async () => {
  const { createHost, workspace } = await createTestWorkspace();
  const opened = await openHooks(createHost(), { workspace });
  const place = await locateYard(opened.surroundings, {});
  let secrets = ['hunter22'];
  const used = {
    place,
    get secrets() {
      return secrets;
    },
  };
  const followed = await followConfiguration(opened, used, () => undefined);
  onTestFinished(() => followed.close());
  expect(followed.redact('hunter22 hunter33')).toBe('*** hunter33');
  secrets = ['hunter33'];
  expect(followed.redact('hunter22 hunter33')).toBe('*** ***');
});
