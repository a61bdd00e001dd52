import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, extensions, lm } from 'vscode';
import { FOLDER, recordedTexts, rest, untilTrue } from './recorded.ts';
import type { HostTests } from './run-host-tests.ts';

/** What the editor makes of the extension's id and the name of the definition. */
const SERVER = 'toolyard.toolyard/Toolyard';
/** The editor keeps 13 characters of the name that the server has for itself. */
const LOOK = 'mcp_toolyard-vsco_rec__look';

const ownTools = (): readonly string[] =>
  lm.tools.map(({ name }) => name).filter((name) => name.startsWith('mcp_toolyard'));

/** What a person does in the editor's list of MCP servers. */
async function start(): Promise<void> {
  await commands.executeCommand('workbench.mcp.startServer', SERVER, { waitForLiveTools: true });
}

export const tests: HostTests = {
  async 'the editor’s own client calls a tool of the folder, without a question'() {
    await extensions.getExtension('toolyard.toolyard')?.activate();
    assert.deepEqual(ownTools(), [], 'Nothing is served before the server is started.');
    // The editor asks what there is to offer a moment after the extension has become active.
    for (let tries = 0; tries < 50 && !ownTools().includes(LOOK); tries++) {
      await start();
      await rest(200);
    }
    assert.ok(ownTools().includes(LOOK), `There are ${lm.tools.map(({ name }) => name).join(', ')}.`);
    const result = await lm.invokeTool(LOOK, { input: { text: 'from chat' }, toolInvocationToken: undefined });
    assert.ok(JSON.stringify(result.content).includes('from chat'), JSON.stringify(result.content));
    assert.ok(recordedTexts().includes('from chat'));
  },

  'servers that were found in files of the editor are not offered back'() {
    assert.equal(ownTools().length, 6);
    assert.ok(
      ownTools().every((name) => name.startsWith('mcp_toolyard-vsco_rec__')),
      ownTools().join(', '),
    );
  },

  async 'nothing is offered any more as soon as mcp.json names Toolyard'() {
    // Of two servers with one name the editor itself would leave one out.
    const servers = { all: { command: 'toolyard', args: ['serve'] } };
    writeFileSync(join(FOLDER, '.vscode', 'mcp.json'), JSON.stringify({ servers }));
    await untilTrue(
      () => ownTools().length === 0,
      () => `There still are ${ownTools().join(', ')}.`,
    );
  },
};
