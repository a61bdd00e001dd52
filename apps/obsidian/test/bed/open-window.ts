import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { BuiltBed } from './build-bed.ts';
import type { Bed, BedSettings } from './page/bed.ts';

/** A vault with the plugin in it. */
export interface BedVault {
  /** By path in the vault. */
  readonly notes: Readonly<Record<string, string>>;
  /** What data.json holds; there is none where absent. */
  readonly data?: unknown;
  /** Variables of the window's process, besides its own; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Files in the home of the user, by their paths in it. */
  readonly home?: Readonly<Record<string, string>>;
}

/** One window of the app on a vault of its own. */
export interface BedWindow {
  readonly page: Page;
  /** The folder of the vault. */
  readonly vault: string;
  /** The environment of the window. */
  readonly env: BedSettings['env'];
  /** The process that stands for the window's; it ends with the window. */
  readonly node: ChildProcess;
  /** A note as it is on disk. */
  read(path: string): string;
  /** Calls a function of `window.bed`. */
  call<Name extends keyof Bed>(name: Name, ...args: Parameters<Bed[Name]>): Promise<Awaited<ReturnType<Bed[Name]>>>;
  /** What went wrong in the page and nobody caught. */
  readonly errors: readonly string[];
  /** Closes the window; resolves when its process has ended. */
  close(): Promise<void>;
}

/** Ends what hangs. */
const LIMIT_MS = 60_000;

/** Opens a window in which nothing is loaded yet. */
export async function openWindow(browser: Browser, bed: BuiltBed, given: BedVault): Promise<BedWindow> {
  const { notes, data } = given;
  const home = mkdtempSync(join(tmpdir(), 'toolyard-vault-'));
  const vault = join(home, 'vault');
  for (const [path, text] of Object.entries(given.home ?? {})) writeWhole(join(home, path), text);
  for (const [path, text] of Object.entries(notes)) writeWhole(join(vault, path), text);
  const pluginFolder = join(vault, '.obsidian/plugins/toolyard');
  for (const name of ['main.js', 'manifest.json', 'styles.css']) {
    writeWhole(join(pluginFolder, name), readFileSync(join(bed.folder, name)));
  }
  if (data !== undefined) writeWhole(join(pluginFolder, 'data.json'), JSON.stringify(data));
  const { PATH, TOOLYARD_BED_TRACE } = process.env;
  const env = { PATH, TOOLYARD_BED_TRACE, HOME: home, TOOLYARD_STATE_DIR: join(home, 'state'), ...given.env };
  const { node, url } = await startNode(bed, env);
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  // A busy machine takes its time.
  page.setDefaultTimeout(LIMIT_MS);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  const settings: BedSettings = { env, vaultFolder: vault, pluginFolder, builtins: bed.builtins };
  await page.addInitScript((given) => void Object.assign(globalThis, { BED_SETTINGS: given }), settings);
  await page.goto(`${url}index.html`);
  await page.waitForFunction(() => 'bed' in globalThis);
  return {
    page,
    vault,
    env,
    node,
    errors,
    read: (path) => readFileSync(join(vault, path), 'utf8'),
    call: (name, ...args) => page.evaluate(callBed, { name, args }) as Promise<never>,
    async close() {
      const ended = node.exitCode === null && node.signalCode === null ? once(node, 'exit') : undefined;
      await page.close();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Runs in the page. */
function callBed({ name, args }: { readonly name: string; readonly args: readonly unknown[] }): unknown {
  const { bed } = globalThis as unknown as { bed: Record<string, (...args: readonly unknown[]) => unknown> };
  return bed[name]?.(...args);
}

async function startNode({ folder }: BuiltBed, env: BedSettings['env']): Promise<{ node: ChildProcess; url: string }> {
  const token = randomBytes(12).toString('hex');
  const words = [join(folder, 'serve-window.cjs'), folder, token];
  const node = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(node.stdout.setEncoding('utf8'), 'data');
  return { node, url: String(url).trim() };
}

function writeWhole(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
