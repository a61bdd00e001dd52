import { askForExternal, describeExternal } from '@toolyard/testing';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject, onTestFinished } from 'vitest';
import { BROWSER_FLAGS } from './browser-flags.ts';
import { createScene, type Scene, type SceneOptions } from './create-scene.ts';
import { openWindow, type EditorWindow, type WindowOptions } from './open-window.ts';
import { screenshotPath } from './screenshot-path.ts';
import type { ServedEditor } from './serve-editor.ts';
import { startEditorServer, type EditorServer, type EditorServerPlace } from './start-editor-server.ts';

/** A VS Code with the extension, and a browser for its windows. */
export interface TestEditor extends EditorServerPlace {
  /** Opens a window, and closes it after the test. */
  openWindow(options?: WindowOptions): Promise<EditorWindow>;
  /** Makes a folder with hooks and servers, which is removed after the file's last test. */
  createScene(options?: SceneOptions): Scene;
  /** Opens a window for all tests of the file, in `beforeAll`. */
  openLastingWindow(options?: WindowOptions): Promise<EditorWindow>;
}

/** How the editor of a file differs from that of the others. */
export interface TestEditorOptions {
  /** It has a server, a home folder and a state of its own; the others share theirs. */
  readonly own?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Defines tests in the real editor; they are skipped aloud where VS Code or Chromium is missing. */
export async function describeEditor(
  define: (editor: TestEditor) => void,
  options: TestEditorOptions = {},
): Promise<void> {
  const browserPlace = await askForExternal('Chromium');
  if (!('where' in browserPlace)) return describeExternal('Chromium', () => undefined);
  await describeExternal('VS Code', () => {
    const served = inject('servedEditor');
    if (served === undefined) throw new Error('VS Code was not started: run these tests with "npm run e2e:vscode".');
    defineWithEditor(served, browserPlace.where, define, options);
  });
}

function defineWithEditor(
  served: ServedEditor,
  executablePath: string,
  define: (editor: TestEditor) => void,
  { own = false, env = {} }: TestEditorOptions,
): void {
  let browser: Browser | undefined;
  let server: EditorServer | undefined;
  const windows = new Set<EditorWindow>();
  const scenes: Scene[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
    if (own) server = await startEditorServer({ program: served.program, vsix: served.vsix, env });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPictures(windows, task.name);
  });
  afterAll(async () => {
    for (const window of windows) await window.close();
    await browser?.close();
    await server?.stop();
    for (const scene of scenes) scene.remove();
  });

  async function open(windowOptions: WindowOptions = {}): Promise<EditorWindow> {
    if (browser === undefined) throw new Error('The editor is not there yet.');
    const window = await openWindow(browser, place().url, windowOptions);
    windows.add(window);
    return window;
  }
  const place = (): EditorServerPlace => server ?? served;
  define({
    get url() {
      return place().url;
    },
    get home() {
      return place().home;
    },
    get state() {
      return place().state;
    },
    get mark() {
      return place().mark;
    },
    createScene(sceneOptions) {
      const scene = createScene(place(), sceneOptions);
      scenes.push(scene);
      return scene;
    },
    openLastingWindow: open,
    async openWindow(windowOptions) {
      const window = await open(windowOptions);
      onTestFinished(async () => {
        windows.delete(window);
        await window.close();
      });
      return window;
    },
  });
}

/** Keeps what the windows of a failed test show, and says where. */
async function keepPictures(windows: ReadonlySet<EditorWindow>, test: string): Promise<void> {
  for (const [index, window] of [...windows].entries()) {
    const name = `failed-${test}-${index + 1}`;
    await window.screenshot(name).catch(() => undefined);
    process.stderr.write(`What the window showed: ${screenshotPath(name)}\n`);
  }
}
