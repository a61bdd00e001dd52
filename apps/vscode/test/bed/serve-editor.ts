import { fileURLToPath } from 'node:url';
import { askForExternal } from '@toolyard/testing';
import type { TestProject } from 'vitest/node';
// @ts-expect-error -- a script, which has no types
import { packExtension } from '../../pack/run.mjs';
import { startEditorServer, type EditorServerPlace } from './start-editor-server.ts';

/** What test files are told of the editor that they share. */
export interface ServedEditor extends EditorServerPlace {
  /** The `node_modules` of the external program "VS Code". */
  readonly program: string;
  /** The folder that the extension was packed from. */
  readonly extension: string;
  readonly vsix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent where VS Code is missing on this machine. */
    servedEditor: ServedEditor | undefined;
  }
}

const pack: (folder: string, file: string) => Promise<void> = packExtension;

/** Vitest's global setup for tests in the real editor: packs the extension as it is released, and starts one server for all of them. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const place = await askForExternal('VS Code');
  if (!('where' in place)) return undefined;
  const program = place.where;
  const [extension, vsix] = [pathOf('extension'), pathOf('toolyard.vsix')];
  await pack(extension, vsix);
  const { stop, ...server } = await startEditorServer({ program, vsix });
  project.provide('servedEditor', { ...server, program, extension, vsix });
  return stop;
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
}
