import { findProcesses } from '@toolyard/testing';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { toServer } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';

/** The six servers of the 541 tools that were recorded. */
const REAL_SERVERS = ['azure', 'chrome', 'github', 'gitlab', 'kubernetes', 'notion'];

const NOTE = `---
toolyard:
  bindings:
    - { heading: "# Releases", server: rec }
---

# Releases

\`\`\`mcp
tool: note
text: hello
\`\`\`

# Issues

\`\`\`github
tool: create_issue
owner: ada
repo: engine
title: 1
\`\`\`

\`\`\`githb
tool: get_issue
\`\`\`

\`\`\`mcp
server: kubernetes
tool: kubectl_gett
\`\`\`
`;

await describeEditor((editor) => {
  it('runs a tool block from its lens, and undo takes the result back whole; helps with 541 real tools', async () => {
    const mark = `notes-${process.pid}-${Date.now()}`;
    const scene = editor.createScene({
      servers: Object.fromEntries(
        REAL_SERVERS.map((name) => [name, toServer('recorded-tools', { SERVER: name, MARK: mark })]),
      ),
      files: { 'release.md': NOTE },
    });
    await scene.approve();
    const window = await editor.openWindow({ folder: scene.folder, settings: { 'files.autoSave': 'off' } });
    const note = await window.openFile('release.md');
    const lens = (text: string): Locator => note.element.locator('.codelens-decoration', { hasText: text }).first();
    for (const text of ['Run Note (3 blocks)', 'Bound to rec', 'idle']) await lens(text).waitFor();
    // Opening, reading and marking it started nothing.
    expect(findProcesses(mark)).toEqual([]);

    await lens('idle').locator('a', { hasText: 'Run' }).click();
    await note.element.getByText('noted hello').waitFor();
    await lens('success at').waitFor();
    expect(await note.text()).toContain('<!-- /toolyard:result -->');
    expect(scene.read('release.md')).toBe(NOTE);
    await window.page.mouse.move(0, 0);
    await window.screenshot('notes-result');

    await note.goTo(1);
    await window.page.keyboard.press('Control+Z');
    await note.element.getByText('noted hello').waitFor({ state: 'detached' });
    await expect.poll(() => note.text()).not.toContain('toolyard:result');
    await window.page.keyboard.press('Control+Shift+Z');
    await note.element.getByText('noted hello').waitFor();
    await note.save();
    expect(scene.read('release.md')).toContain('-->\nnoted hello\n<!-- /toolyard:result -->');

    // All servers of the yard run by now, so their tools are known.
    const problems = await window.problems();
    for (const text of [
      'Invalid parameters for github:create_issue: title: must be a string',
      'Server not found: githb; did you mean "github"?',
      'Tool not found: kubectl_gett; did you mean "kubectl_get"?',
    ]) {
      await problems.untilShown(text);
    }
    await window.screenshot('notes-problems');
    await window.runCommand('View: Toggle Panel Visibility');

    const line = NOTE.split('\n').indexOf('tool: create_issue') + 4;
    await note.goTo(line, 8);
    expect(await note.hover()).toMatch(
      /github:create_issue[\s\S]*Create a new issue in a GitHub repository[\s\S]*owner/,
    );
    await window.screenshot('notes-hover');
    await window.page.keyboard.press('Escape');
    await note.goTo(line, 6);
    await window.page.keyboard.press('Shift+End');
    await window.page.keyboard.type(' list', { delay: 50 });
    await window.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'list_issues' }).waitFor();
    await window.screenshot('notes-completion');
    await window.page.keyboard.press('Escape');
    await window.runCommand('Preferences: Toggle between Light/Dark Themes');
    await window.page.locator('.monaco-workbench.vs').waitFor();
    expect(await note.suggestions()).toEqual(
      expect.arrayContaining(['list_issues', 'list_commits', 'list_pull_requests']),
    );
    await window.screenshot('notes-light');
  });
});
