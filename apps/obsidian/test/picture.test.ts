import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { createAnimatedPicture } from './bed/animated-picture.ts';
import { openAskScene, untilAnswered } from './bed/ask.ts';
import { describeWindows, screenshotPath } from './bed/describe-windows.ts';
import { soon } from './bed/operate.ts';

/** Where `npm run screens:obsidian` wants the picture; else it is only kept to be looked at. */
const FILE = process.env['TOOLYARD_PICTURE'] ?? screenshotPath('ask').replace('.png', '.gif');
const MOST_BYTES = 1_500_000;
const FILES = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const NOTE = '# Lisbon\n\n#User : Which of my notes help with three days in Lisbon?\n';

await describeWindows((open) => {
  it('the picture of the README: a question in a note, one approval, an answer with its record; it stays small', async () => {
    const { window } = await openAskScene(open, {
      note: NOTE,
      notes: { 'Trips/Food.md': 'Pastéis.\n', 'Trips/Trams.md': 'Line 28.\n', 'Trips/Belém.md': 'By train.\n' },
      servers: { files: { command: process.execPath, args: [FILES, '${workspaceFolder}'] } },
      turns: [
        { text: 'I look into your trips.', calls: [{ tool: 'files:list_directory', arguments: { path: 'Trips' } }] },
        {
          text: 'Three of them:\n\n- **Belém**, for the first morning\n- **Trams**, to get around on line 28\n- **Food**, for every evening\n\nStart in Belém, since it is quiet before ten.',
        },
      ],
    });
    const { page } = window;
    await page.setViewportSize({ width: 720, height: 460 });
    await page.addStyleTag({ content: '.workspace-leaf-content { padding: 0 24px; }' });
    await window.call('setMode', 'live');
    const picture = createAnimatedPicture(page);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await picture.add(1200);
    await page.keyboard.press('Control+p');
    for (const part of ['ask', ' here']) {
      await page.keyboard.type(part);
      await picture.add(500);
    }
    await page.keyboard.press('Enter');
    await soon(async () => {
      await picture.add(150);
      return page.getByText('Allow this call?').isVisible();
    }).toBe(true);
    await picture.add(2000);
    await page.getByRole('button', { name: 'Approve', exact: true }).focus();
    await picture.add(500);
    await page.keyboard.press('Enter');
    await window.call('setMode', 'preview');
    await soon(async () => {
      await picture.add(150);
      // The editor of the pane has it too, and is hidden.
      return page.locator('p', { hasText: 'quiet before ten' }).isVisible();
    }).toBe(true);
    await untilAnswered(window);
    await picture.add(4500);
    const bytes = picture.toBytes();
    expect(bytes.length).toBeLessThan(MOST_BYTES);
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, bytes);
    expect(window.errors).toEqual([]);
  });
});
