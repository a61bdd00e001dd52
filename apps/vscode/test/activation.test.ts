import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

await describeEditor((editor) => {
  const folder = mkdtempSync(join(tmpdir(), 'ty-folder-'));
  let window: EditorWindow;
  beforeAll(async () => {
    window = await editor.openLastingWindow({ folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows its three views', async () => {
    await window.showToolyard();
    const titles = window.page.locator('.sidebar .pane-header h3.title');
    await titles.nth(2).waitFor();
    expect(await titles.allInnerTexts()).toEqual(['Hooks', 'Servers & Tools', 'Runs']);
  });

  it('offers its commands in the palette', async () => {
    expect(await window.offeredCommands('Toolyard: New Hook')).toContain('Toolyard: New Hook');
  });
});
