// What tests of notes have in common.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import type { BedWindow } from './open-window.ts';
import type { ShownMode } from './shim/markdown-view.ts';

/** Waits for something; the limit only ends what hangs. */
export const soon = <T>(look: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> =>
  expect.poll(look, { timeout: 30_000 });

/** A word by which the processes of a test are found. */
export function createMark(): string {
  return `obsidian-${process.pid}-${Math.random().toString(36).slice(2)}`;
}

/** A server whose tool `slow` answers when the file RELEASE is there, and that notes its calls in the file RECORD. */
export function createSlow(mark: string): { readonly data: object; readonly calls: string; readonly release: string } {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-slow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [calls, release] = [join(folder, 'calls'), join(folder, 'release')];
  return { data: createData('records-calls', mark, { RECORD: calls, RELEASE: release }), calls, release };
}

/** Settings in the seed's form, with a fixture as the only server. */
export function createData(name: string, mark: string, env: Readonly<Record<string, string>> = {}): object {
  const command = { command: process.execPath, args: [fixturePath(`${name}.mjs`)], env: { MARK: mark, ...env } };
  const health = { failureCount: 0, autoDisabled: false, sectionBindings: [] };
  return {
    mcpServers: [{ id: '6f1c', name: 'echo', enabled: true, ...command, ...health }],
    mcpGlobalTimeout: 30_000,
    mcpConcurrentLimit: 25,
    mcpSessionLimit: 25,
  };
}

/** Loads the plugin and opens note.md. */
export async function show(window: BedWindow, mode: ShownMode): Promise<void> {
  await window.call('load');
  await window.call('setLayoutReady');
  await window.call('open', 'note.md', mode);
}

/** Presses the button of that name. */
export const press = (window: BedWindow, name: string): Promise<void> =>
  window.page.getByRole('button', { name, exact: true }).click();
/** The state that the only block shows. */
export const statusOf = (window: BedWindow): Promise<string | null> =>
  window.page.locator('.toolyard-block').getAttribute('data-status');
