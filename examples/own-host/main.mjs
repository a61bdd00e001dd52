// A host of its own: it opens a yard, runs a note and a hook of a folder, and approves by a rule instead of asking.
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { describeConfiguration, findHome, openYard, runNoteFile, systemClock } from '@toolyard/host';
import { openWorkspaceHooks } from '@toolyard/host/hooks';

const folder = resolve(process.argv[2] ?? import.meta.dirname);
const TRUSTED = /@modelcontextprotocol\/server-everything(\/dist\/index\.js)?$/;

/** Everything that differs from one host to the next. */
const host = {
  surroundings: {
    env: process.env,
    cwd: folder,
    homeDir: findHome(),
    platform: process.platform,
    userId: process.getuid?.() ?? userInfo().username,
  },
  info: { name: 'own-host', version: '1.0.0' },
  clock: systemClock,
  notify: ({ level, message }) => console.error(`${level}: ${message}`),
  async approve(written) {
    console.log(describeConfiguration(written).join('\n'));
    return written.asWritten.servers.every(({ args }) => TRUSTED.test(args?.at(-1)));
  },
};

const isKnown = ({ servers }) => servers.length > 0 && servers.every(({ key }) => key === 'demo');

// The yard of this folder: the one that runs already, else one that others can join while this program runs.
const opened = await openYard(host);
try {
  const { blocks } = await runNoteFile(host, opened, { file: 'NOTE.md' });
  for (const { tool, status } of blocks) console.log(`${tool}: ${status}`);

  const hooks = await openWorkspaceHooks(host, { workspace: folder });
  try {
    // A hook that runs a program is left for a person.
    for (const hook of await hooks.list()) if (isKnown(hook)) await hooks.approve(hook);
    const runs = await hooks.enter({ name: 'manual', target: 'greet', values: { data: { name: 'Ada' } } });
    for (const { hook, status, result } of runs) console.log(`${hook}: ${status}`, result);
  } finally {
    await hooks.close();
  }
} finally {
  await opened.close();
}
