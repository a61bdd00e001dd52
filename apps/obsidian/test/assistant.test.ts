import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askAt, openAskScene, untilAnswered } from './bed/ask.ts';
import { describeWindows } from './bed/describe-windows.ts';
import { createMark, noticesOf, press, soon, toCommand } from './bed/operate.ts';
import { createSlow } from './bed/scenario.ts';
import { takeThemedScreenshots } from './bed/take-screenshot.ts';

await describeWindows((open) => {
  it('quick-start scenario 2, acceptance scenarios 2 and 5, FR-016 to FR-020: a model asks for tools of two servers, and answers with what they gave', async () => {
    const mark = createMark();
    const { window, model } = await openAskScene(open, {
      note: '# Trip\n\n#User : Say hello.\n',
      servers: { one: toCommand('echo', mark), two: toCommand('echo', mark) },
      assistant: { preview: 'always' },
      turns: [
        {
          text: 'I look.',
          calls: [
            { tool: 'one:echo', arguments: { text: 'from one' } },
            { tool: 'two:echo', arguments: { text: 'from two' } },
          ],
        },
        { text: 'They said hello.' },
      ],
    });
    expect(await askAt(window, 2)).toBe(true);
    const { page } = window;
    await page.getByText(`Ask ${model.modelId}?`).waitFor();
    expect(await page.locator('.modal').innerText()).toMatch(/About [\d,]+ tokens are sent, with 6 tools\./);
    expect(model.requests).toEqual([]);
    await takeThemedScreenshots(window, 'ask-preview');
    await press(window, 'Ask');
    await page.getByText('Allow these 2 calls?').waitFor();
    expect(await page.locator('.toolyard-call').allInnerTexts()).toEqual([
      expect.stringMatching(/^one:echo\s+server one\s+text: "from one"$/),
      expect.stringMatching(/^two:echo\s+server two\s+text: "from two"$/),
    ]);
    await takeThemedScreenshots(window, 'ask-approval');
    await press(window, 'Approve');
    await untilAnswered(window);
    const text = await window.call('editorText');
    expect(text).toMatch(
      /^# Trip\n\n#User : Say hello\.\n\n#Assistant :\n\nI look\.\n\n> \[!tool\]- one:echo · success · [^]+from one[^]+> \[!tool\]- two:echo · success · [^]+from two[^]+\n\nThey said hello\.\n$/,
    );
    expect(model.requests[1]?.news.join()).toContain('from two');
    expect(model.mistakes).toEqual([]);
    await window.call('setMode', 'preview');
    await takeThemedScreenshots(window, 'ask-answer');
    expect(window.errors).toEqual([]);
  });
});
