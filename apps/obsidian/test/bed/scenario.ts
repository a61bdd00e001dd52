// What tests of notes have in common.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { BedWindow } from './open-window.ts';
import { toCommand, toData } from './operate.ts';

/** Waits for something; the limit only ends what hangs. */
export const soon = <T>(look: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> =>
  expect.poll(look, { timeout: 30_000 });

/** A server whose tool `slow` answers when the file RELEASE is there, and that notes its calls in the file RECORD. */
export function createSlow(mark: string): { readonly data: object; readonly calls: string; readonly release: string } {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-slow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [calls, release] = [join(folder, 'calls'), join(folder, 'release')];
  return { data: createData('records-calls', mark, { RECORD: calls, RELEASE: release }), calls, release };
}

/** Settings with a fixture as the only server, which is called `echo`. */
export function createData(fixture: string, mark: string, env: Readonly<Record<string, string>> = {}): object {
  return toData({ echo: toCommand(fixture, mark, env) });
}

/** Presses the button of that name. */
export const press = (window: BedWindow, name: string): Promise<void> =>
  window.page.getByRole('button', { name, exact: true }).click();

/** The state that the only block shows. */
export const statusOf = (window: BedWindow): Promise<string | null> =>
  window.page.locator('.toolyard-block').getAttribute('data-status');
