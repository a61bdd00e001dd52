import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askForExternal, describeExternal } from '@toolyard/testing';
import { build } from 'esbuild';
import { chromium, type Browser } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import type { HostResult } from '../in-host/run-host-tests.ts';
import { BROWSER_FLAGS } from './browser-flags.ts';
import { openWindow, type WindowOptions } from './open-window.ts';
import type { ServedEditor } from './serve-editor.ts';

const LIMIT_MS = 180_000;
const RESULTS = 'results.jsonl';

/** The window in which the tests of a file run. */
export interface HostOptions extends Omit<WindowOptions, 'payload' | 'folder' | 'exposed'> {
  /** Fills the folder of the window; beside it is room for what must not lie in it. */
  prepare?(folder: string, editor: ServedEditor): Promise<void> | void;
}

/**
 * Defines a test for each one that the files `apps/vscode/test/in-host/NAME.ts` export in their `tests`. All of them run inside of the extension host, one after
 * another, in one window with the extension as it was bundled; what they found is told here one by one.
 */
export async function describeInHost(name: string | readonly string[], options: HostOptions = {}): Promise<void> {
  const browser = await askForExternal('Chromium');
  if (!('where' in browser)) return describeExternal('Chromium', () => undefined);
  const served = inject('servedEditor');
  // It is said why.
  if (served === undefined) return describeExternal('VS Code', () => undefined);
  const results = await runInHost(served, browser.where, { ...options, names: [name].flat() });
  await describeExternal('VS Code', () => {
    it('has tests in the extension host', () => {
      expect(results.map(({ title }) => title)).not.toEqual([]);
    });
    for (const { title, problem, measured } of results) {
      it(title, () => {
        if (measured !== undefined) process.stdout.write(`${title}: ${measured}\n`);
        if (problem !== undefined) throw new Error(problem);
      });
    }
  });
}

async function runInHost(
  served: ServedEditor,
  executablePath: string,
  { names, prepare, ...options }: HostOptions & { readonly names: readonly string[] },
): Promise<readonly HostResult[]> {
  const place = mkdtempSync(join(tmpdir(), 'ty-host-'));
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
  try {
    const [folder, tests] = [join(place, 'folder'), join(place, 'tests')];
    mkdirSync(folder);
    await prepare?.(folder, served);
    await bundleTests(names, tests);
    const inServer = (path: string): string => `vscode-remote://${new URL(served.url).host}${path}`;
    const payload: WindowOptions['payload'] = [
      ['extensionDevelopmentPath', inServer(served.extension)],
      ['extensionTestsPath', inServer(join(tests, 'index.js'))],
    ];
    const { code, said } = await untilEnded(browser, served.url, { ...options, folder, payload });
    return readResults(join(tests, RESULTS), code, said);
  } finally {
    await browser.close();
    rmSync(place, { recursive: true, force: true });
  }
}

async function bundleTests(names: readonly string[], folder: string): Promise<void> {
  const imports = names.map((name, index) => `import { tests as tests${index} } from './${name}.ts';`);
  const all = names.map((_name, index) => `...tests${index}`);
  const contents = `${imports.join('\n')}
    import { runHostTests } from './run-host-tests.ts';
    export const run = () => runHostTests({ ${all.join(', ')} }, __dirname + '/${RESULTS}');`;
  await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('../in-host', import.meta.url)), loader: 'ts' },
    outfile: join(folder, 'index.js'),
    bundle: true,
    conditions: ['@toolyard/source'],
    external: ['vscode'],
    format: 'cjs',
    platform: 'node',
    logLevel: 'warning',
  });
}

/** Opens the window and waits until the editor says that its tests are over. */
async function untilEnded(
  browser: Browser,
  url: string,
  options: WindowOptions,
): Promise<{ readonly code: number; readonly said: readonly string[] }> {
  const said: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const code = await new Promise<number>((resolve, reject) => {
    timer = setTimeout(() => {
      said.push(`The tests in the extension host did not end within ${LIMIT_MS} ms.`);
      // Those that ended are told all the same.
      resolve(-1);
    }, LIMIT_MS);
    const exposed = {
      codeAutomationLog: (...words: readonly unknown[]) => void said.push(words.map(String).join(' ')),
      codeAutomationExit: (code: unknown) => resolve(Number(code)),
    };
    openWindow(browser, url, { ...options, exposed }).catch(reject);
  }).finally(() => clearTimeout(timer));
  return { code, said };
}

/** Where the editor says that something else went wrong, that is a result too. */
function readResults(file: string, code: number, said: readonly string[]): readonly HostResult[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const results = lines.map((line) => parseResult(line));
  if (code === 0) return results;
  return [
    ...results,
    { title: 'ends in order', problem: `The editor ended the tests with ${code}:\n${said.join('\n')}` },
  ];
}

function parseResult(line: string): HostResult {
  return JSON.parse(line) as HostResult;
}
