import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askForExternal, describeExternal } from '@toolyard/testing';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildBed, type BuiltBed } from './build-bed.ts';
import { openWindow, type BedVault, type BedWindow } from './open-window.ts';

/** Says what is done after a test; tests that run beside others have one of their own. */
export type AfterTest = typeof onTestFinished;

/** Opens a window for one test, and closes it after the test. */
export type OpenWindow = (vault: BedVault, afterTest?: AfterTest) => Promise<BedWindow>;

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];
const SCREENSHOTS = fileURLToPath(new URL('../../dist/screenshots', import.meta.url));

/** Defines tests that need windows; they are skipped aloud where there is no Chromium. */
export async function describeWindows(define: (open: OpenWindow) => void): Promise<void> {
  await describeExternal('Chromium', (executablePath) => {
    let bed: BuiltBed | undefined;
    let browser: Browser | undefined;
    beforeAll(async () => {
      bed = await buildBed();
      browser = await chromium.launch({ executablePath, args: FLAGS });
    });
    afterAll(async () => {
      await browser?.close();
      bed?.remove();
    });
    define(async (vault, afterTest = onTestFinished) => {
      if (bed === undefined || browser === undefined) throw new Error('The bed is not made yet.');
      const window = await openWindow(browser, bed, vault);
      afterTest(() => window.close());
      return window;
    });
  });
}

/** Defines tests that need windows and a Docker engine, whose `DOCKER_HOST` they are given. */
export async function describeDockerWindows(define: (open: OpenWindow, dockerHost: string) => void): Promise<void> {
  const place = await askForExternal('Docker');
  if ('where' in place) await describeWindows((open) => define(open, place.where));
  else await describeExternal('Docker', () => undefined);
}

/** Where a picture of that name is kept, for people to look at. */
export function screenshotPath(name: string): string {
  mkdirSync(SCREENSHOTS, { recursive: true });
  return join(SCREENSHOTS, `${name}.png`);
}

/** Keeps what a window shows, for people to look at. */
export async function takeScreenshot({ page }: BedWindow, name: string): Promise<void> {
  await page.screenshot({ path: screenshotPath(name) });
}
