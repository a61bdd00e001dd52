import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { beforeAll, expect, it } from 'vitest';
import { toServer, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

const KEY = 'sk-0123456789abcdef0123456789abcdef';

const LOGIN = {
  mode: 'url',
  elicitationId: 'a',
  message: 'Log in first.',
  url: 'https://example.com/login?next=a%26b%3Dc',
};
const ORDER = {
  message: 'Please complete the order.',
  requestedSchema: {
    type: 'object',
    properties: {
      colour: {
        type: 'string',
        title: 'Colour',
        oneOf: [
          { const: 'r', title: 'Red' },
          { const: 'b', title: 'Blue' },
        ],
      },
      extras: { type: 'array', title: 'Extras', items: { type: 'string', enum: ['tea', 'milk'] } },
      count: { type: 'integer', title: 'Count', minimum: 1, maximum: 9, description: 'How many pieces' },
    },
    required: ['colour', 'count'],
  },
};

/** A program of a scene that is a server unless the file `broken` is there, and only with the key that it wants. */
function toScript(want: string): string {
  return `
if (require('fs').existsSync('broken')) { console.error('the disk is on fire'); process.exit(3); }
if (${JSON.stringify(want)} !== '' && process.env.API_KEY !== ${JSON.stringify(want)}) process.exit(4);
import(${JSON.stringify(fixturePath('echo.mjs'))});
`;
}

await describeEditor((editor) => {
  let scene: Scene;
  let window: EditorWindow;
  beforeAll(async () => {
    scene = editor.createScene({
      servers: { shaky: { command: process.execPath, args: ['shaky.cjs'] }, asks: toServer('asks-anything') },
      files: { broken: '', 'shaky.cjs': toScript(''), 'guarded.cjs': toScript(KEY) },
    });
    window = await editor.openLastingWindow({ folder: scene.folder });
    await window.showToolyard();
    await window.tree('Servers & Tools').maximize();
  });

  it('starts the servers of a folder once a person has seen and approved what would start', async () => {
    const tree = window.tree('Servers & Tools');
    await window.runCommand('Toolyard: Approve Servers');
    expect(await window.dialog.text()).toContain('shaky.cjs');
    await window.screenshot('servers-approve');
    await window.dialog.press('Approve');
    await tree.row('rec').untilText('available');
  });

  it('shows why a server is not available, and starts it without a reload when it can be', async () => {
    const row = window.tree('Servers & Tools').row('shaky');
    await row.untilText('unavailable');
    expect(await row.text()).toContain('exited with code 3');
    await window.screenshot('servers-unavailable');
    rmSync(join(scene.folder, 'broken'));
    await row.press('Start Server');
    await row.untilText('3 tools');
    expect(await row.text()).toMatch(/^shaky available/);
  });

  it('shows what a server wrote', async () => {
    await window.tree('Servers & Tools').row('shaky').press('Show Server Log');
    const log = window.page.locator('.panel .view-lines');
    await log.getByText('the disk is on fire').first().waitFor();
    await window.screenshot('servers-log');
    await window.runCommand('View: Hide Panel');
  });

  it('adds a server from pasted JSON, off and without its secret, and starts it', async () => {
    const { quickInput } = window;
    const entry = {
      command: process.execPath,
      args: ['guarded.cjs'],
      cwd: '${workspaceFolder}',
      env: { API_KEY: KEY },
    };
    await window.page.evaluate(() => navigator.clipboard.writeText(''));
    await window.tree('Servers & Tools').press('Add Server');
    await quickInput.choose('Paste JSON');
    await quickInput.answer(JSON.stringify({ mcpServers: { guarded: entry } }));
    await quickInput.choose('This Folder');
    await quickInput.answer('guarded');
    await window.screenshot('servers-secret');
    await quickInput.choose('Keep in Secret Storage');
    const row = window.tree('Servers & Tools').row('guarded');
    await row.untilText('disabled');
    expect(scene.read('toolyard.json')).not.toContain(KEY);
    expect(scene.read('toolyard.json')).toContain('${input:guarded-api-key}');
    await window.screenshot('servers-added');
    await row.press('Start Server');
    await row.untilText('3 tools');
    expect(await row.text()).toMatch(/^guarded available/);
  });

  it('tries a tool with a form, and shows what it gave', async () => {
    const { quickInput } = window;
    const tree = window.tree('Servers & Tools');
    await tree.row('guarded').expand();
    await tree.row('Add').press('Try Tool');
    const form = await window.webview('Try add');
    await form.getByRole('textbox', { name: 'a', exact: true }).fill('2');
    await form.getByRole('textbox', { name: 'b', exact: true }).fill('40');
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await form.getByText('"sum": 42').waitFor();
    await window.screenshot('tools-try');
    await window.runCommand('Toolyard: Show Tool Schema');
    await quickInput.choose('Add');
    const lines = window.page.locator('.editor-instance .view-lines').first();
    await lines.getByText('"required"').waitFor();
  });

  it('lets a server ask the person who called its tool, field by field and with a way back', async () => {
    const { quickInput } = window;
    await window.runCommand('Toolyard: Try Tool');
    await quickInput.type('ask');
    await quickInput.choose('Ask,');
    const form = await window.webview('Try ask');
    await form.getByText('Write all of them as JSON').click();
    const values = form.getByRole('textbox', { name: 'Arguments' });
    await values.fill(JSON.stringify({ method: 'elicitation/create', params: ORDER }));
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    const title = 'Server "asks" asks (for asks:ask)';
    await quickInput.untilTitle(title);
    await window.screenshot('question-start');
    await quickInput.choose('Answer');
    await quickInput.untilTitle(`${title}: Colour (1/3)`);
    await quickInput.choose('Red');
    await quickInput.untilTitle(`${title}: Extras (2/3)`);
    await window.page.getByRole('button', { name: 'Back' }).click();
    await quickInput.untilTitle(`${title}: Colour (1/3)`);
    await window.screenshot('question-one');
    await quickInput.choose('Blue');
    await quickInput.toggle('milk');
    await window.screenshot('question-many');
    await quickInput.accept();
    await quickInput.untilTitle(`${title}: Count (3/3)`);
    await quickInput.type('500');
    await window.screenshot('question-text');
    expect(await quickInput.message()).toContain('Count must be at most 9.');
    await quickInput.type('5');
    await quickInput.accept();
    await form.getByText('"count": 5').waitFor();
    expect(JSON.parse(await form.getByRole('region', { name: 'JSON' }).innerText())).toMatchObject({
      result: { action: 'accept', content: { colour: 'b', extras: ['milk'], count: 5 } },
    });
    await window.screenshot('question-answered');
    await values.fill(JSON.stringify({ method: 'elicitation/create', params: LOGIN }));
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    expect(await window.dialog.text()).toContain('The page is at example.com');
    await window.screenshot('question-page');
    await window.dialog.press('Decline');
    await form.getByText('"action": "decline"').waitFor();
    const browser = window.page.context();
    await browser.route('https://example.com/**', (route) => route.fulfill({ body: 'Logged in.' }));
    const opened = browser.waitForEvent('request', (request) => request.url().startsWith('https://example.com/'));
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await window.dialog.press('Open Page');
    // The editor asks once more, since it does not know the host.
    await window.dialog.press('Open');
    await form.getByText('"action": "accept"').waitFor();
    expect((await opened).url()).toBe(LOGIN.url);
    await window.page.bringToFront();
  });

  it('stops a server, whose tools are still known', async () => {
    const row = window.tree('Servers & Tools').row('guarded');
    await row.press('Stop Server');
    await row.untilText('disabled');
    expect(await row.text()).not.toMatch(/^guarded available/);
    await window.screenshot('servers-stopped');
  });
});
