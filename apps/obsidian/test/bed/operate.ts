// What tests do with a window, in the words of the plugin.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fixturePath, takePort } from '@toolyard/testing';
import { expect, vi } from 'vitest';
import type { AfterTest } from './describe-windows.ts';
import type { BedWindow } from './open-window.ts';
import type { ShownMode } from './shim/markdown-view.ts';

/** The reading view: the editor of a pane is there too, and hidden. */
const READING = '.markdown-preview-view';

/** A definition of a server, as data.json has it. */
export type StoredEntry = Readonly<Record<string, unknown>>;

/** What is waited for. */
interface Waiting<T> {
  toBe(expected: T): Promise<void>;
  toEqual(expected: unknown): Promise<void>;
  toContain(expected: string): Promise<void>;
  toMatchObject(expected: object): Promise<void>;
  /** Until it is something else. */
  toChangeFrom(before: T): Promise<void>;
}

/** Waits for something, also in tests that run beside others, which `expect.poll` cannot; the limit only ends what hangs. */
export function soon<T>(look: () => T | Promise<T>): Waiting<T> {
  const wait = (check: (value: T) => void): Promise<void> =>
    vi.waitFor(async () => check(await look()), { timeout: 60_000, interval: 50 });
  return {
    toBe: (expected) => wait((value) => expect(value).toBe(expected)),
    toEqual: (expected) => wait((value) => expect(value).toEqual(expected)),
    toContain: (expected) => wait((value) => expect(value).toContain(expected)),
    toMatchObject: (expected) => wait((value) => expect(value).toMatchObject(expected)),
    toChangeFrom: (before) => wait((value) => expect(value).not.toBe(before)),
  };
}

/** How long what a person did may take to show, in milliseconds, before they do it once more. */
const AGAIN_MS = 15_000;

/** Does something, and once more where nothing came of it. Why nothing does, now and then beside many other windows, is not known. */
export async function actUntil(act: () => Promise<unknown>, isSeen: () => Promise<boolean>): Promise<void> {
  const look = (timeout: number): Promise<void> =>
    vi.waitFor(async () => expect(await isSeen()).toBe(true), { timeout, interval: 50 });
  await act();
  const hasWorked = await look(AGAIN_MS).then(
    () => true,
    () => false,
  );
  if (hasWorked) return;
  await act();
  await look(4 * AGAIN_MS);
}

/** A word by which the processes and containers of a test are found. */
export function createMark(): string {
  return `obsidian-${process.pid}-${Math.random().toString(36).slice(2)}`;
}

/** The definition of a fixture server, whose processes are found by the mark. */
export function toCommand(fixture: string, mark: string, env: Readonly<Record<string, string>> = {}): StoredEntry {
  return { command: process.execPath, args: [fixturePath(`${fixture}.mjs`)], env: { MARK: mark, ...env } };
}

/** Starts a server that speaks the old HTTP+SSE transport, with a tool `echo`; gives its address. */
export async function startSseServer(afterTest: AfterTest): Promise<string> {
  const port = await takePort();
  const server = spawn(process.execPath, [fixturePath('serves-http.mjs')], { env: { PORT: String(port) } });
  afterTest(() => void server.kill());
  await once(server.stderr, 'data');
  return `http://127.0.0.1:${port}/sse`;
}

/** What data.json holds, with servers that are switched on unless they say otherwise; `more` are its other settings. */
export function toData(servers: Readonly<Record<string, StoredEntry>>, more: object = {}): object {
  const health = { failureCount: 0, autoDisabled: false, sectionBindings: [] };
  const mcpServers = Object.entries(servers).map(([name, entry]) => ({
    id: `id-of-${name}`,
    name,
    enabled: true,
    ...health,
    ...entry,
  }));
  return { mcpServers, mcpGlobalTimeout: 30_000, mcpConcurrentLimit: 25, mcpSessionLimit: 25, ...more };
}

/** A tool block. */
export function toBlock(language: string, ...lines: readonly string[]): string {
  return ['```' + language, ...lines, '```', ''].join('\n');
}

/** Loads the plugin and opens a note. */
export async function show(window: BedWindow, mode: ShownMode, path = 'note.md'): Promise<void> {
  await window.call('load');
  await window.call('setLayoutReady');
  await window.call('open', path, mode);
}

/** Loads the plugin and shows a note as it is read. */
export function read(window: BedWindow, path?: string): Promise<void> {
  return show(window, 'preview', path);
}

/** Presses a button by its name, `nth` of several, also where a notice lies above it. */
export function press({ page }: BedWindow, name: string, nth = 0): Promise<void> {
  return page.getByRole('button', { name, exact: true }).nth(nth).dispatchEvent('click');
}

/** Presses the button of a block, whatever it says. */
export function pressBlock({ page }: BedWindow, nth: number): Promise<void> {
  return page.locator(`${READING} .toolyard-block-action`).nth(nth).dispatchEvent('click');
}

/** Runs a block, the first where none is named, and approves its server where that is asked. */
export async function runApproved(window: BedWindow, nth = 0): Promise<void> {
  await pressBlock(window, nth);
  await press(window, 'Approve');
}

/** The states of all blocks, in the order of the note. */
export function statesOf({ page }: BedWindow): Promise<(string | null)[]> {
  return page
    .locator(`${READING} .toolyard-block`)
    .evaluateAll((blocks) => blocks.map((each) => each.getAttribute('data-status')));
}

/** The notices that are shown. */
export function noticesOf({ page }: BedWindow): Promise<string[]> {
  return page.locator('.notice').allInnerTexts();
}

/** Runs a command as people do: opens the command palette, types a part of its name, and presses Enter. */
export async function chooseCommand({ page }: BedWindow, name: string): Promise<void> {
  await page.keyboard.press('Control+p');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** What the command palette offers for a part of a name. */
export async function offeredCommands({ page }: BedWindow, name: string): Promise<string[]> {
  await page.keyboard.press('Control+p');
  await page.keyboard.type(name);
  const offered = await page.locator('.prompt .suggestion-item').allInnerTexts();
  await page.keyboard.press('Escape');
  return offered;
}
