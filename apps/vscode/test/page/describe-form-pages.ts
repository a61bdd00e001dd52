import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeExternal } from '@toolyard/testing';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
// @ts-expect-error -- a script, which has no types
import { bundlePage } from '../../bundle.mjs';
import { openFormPage, type FormPageOptions, type ShownForm } from './open-form-page.ts';

/** Opens the page of the form for one test, and closes it after the test. */
export type OpenForm = (options?: FormPageOptions) => Promise<ShownForm>;

const bundle: (folder: string) => Promise<unknown> = bundlePage;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];

/** Defines tests of the form's page in a browser without an editor; they are skipped aloud where there is no Chromium. */
export async function describeFormPages(define: (open: OpenForm) => void): Promise<void> {
  await describeExternal('Chromium', (executablePath) => {
    let browser: Browser | undefined;
    let script = '';
    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ty-page-'));
      await bundle(folder);
      script = readFileSync(join(folder, 'webview', 'form.js'), 'utf8');
      rmSync(folder, { recursive: true });
      browser = await chromium.launch({ executablePath, args: FLAGS });
    });
    afterAll(() => browser?.close());
    define(async (options = {}) => {
      if (browser === undefined) throw new Error('There is no browser yet.');
      const form = await openFormPage(browser, script, options);
      onTestFinished(() => form.close());
      return form;
    });
  });
}
