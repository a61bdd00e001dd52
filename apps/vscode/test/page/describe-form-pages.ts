import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeExternal } from '@toolyard/testing';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
// @ts-expect-error -- a script, which has no types
import { bundlePage } from '../../bundle.mjs';
import { openFormPage, type FormPageOptions, type ShownForm } from './open-form-page.ts';
import { openTryPage, type ShownTry, type TryPageOptions } from './open-try-page.ts';

/** Opens the page of the form for one test, and closes it after the test. */
export type OpenForm = (options?: FormPageOptions) => Promise<ShownForm>;

/** The same for the page on which tools are tried. */
export type OpenTry = (options?: TryPageOptions) => Promise<ShownTry>;

const bundle: (folder: string) => Promise<unknown> = bundlePage;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];

/** Defines tests of the form's page in a browser without an editor; they are skipped aloud where there is no Chromium. */
export async function describeFormPages(define: (open: OpenForm) => void): Promise<void> {
  await describePages('form.js', openFormPage, define);
}

/** The same for the page on which tools are tried. */
export async function describeTryPages(define: (open: OpenTry) => void): Promise<void> {
  await describePages('try.js', openTryPage, define);
}

async function describePages<Options, Shown extends { close(): Promise<void> }>(
  name: string,
  openPage: (browser: Browser, script: string, options: Options | Record<string, never>) => Promise<Shown>,
  define: (open: (options?: Options) => Promise<Shown>) => void,
): Promise<void> {
  await describeExternal('Chromium', (executablePath) => {
    let browser: Browser | undefined;
    let script = '';
    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ty-page-'));
      await bundle(folder);
      script = readFileSync(join(folder, 'webview', name), 'utf8');
      rmSync(folder, { recursive: true });
      browser = await chromium.launch({ executablePath, args: FLAGS });
    });
    afterAll(() => browser?.close());
    define(async (options) => {
      if (browser === undefined) throw new Error('There is no browser yet.');
      const shown = await openPage(browser, script, options ?? {});
      onTestFinished(() => shown.close());
      return shown;
    });
  });
}
