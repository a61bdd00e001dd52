import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { noteHook, type Scene } from './bed/create-scene.ts';
import type { Theme } from './bed/default-settings.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

const SAVED = { event: 'file.saved', paths: ['specs/**'] };
const HOOKS = [
  noteHook('announce', SAVED, 'saved {path}', { name: 'Announce a new spec', group: 'Specs' }),
  {
    id: 'tag',
    name: 'Tag the release',
    group: 'Specs',
    trigger: SAVED,
    action: { type: 'custom', parameters: { command: 'git', args: ['tag', '-d', '{path}'] } },
  },
  noteHook('nightly', { event: 'schedule', cron: '0 3 * * *' }, 'good night', { name: 'Nightly report' }),
  noteHook('old', { event: 'manual' }, 'old', { name: 'Old way', enabled: false }),
];
const LATER = [
  noteHook('fresh', { event: 'git.committed' }, '{commit}', { name: 'Note each commit' }),
  noteHook('lost', { event: 'manual' }, 'x', {
    name: 'Ask the forge',
    action: { type: 'mcp', parameters: { serverId: 'forge', toolName: 'ask', parameterMappings: [] } },
  }),
];
const SERVERS = { broken: { command: 'no-such-program-anywhere', args: [] } };

await describeEditor(
  (editor) => {
    let scene: Scene;
    let window: EditorWindow;
    beforeAll(async () => {
      const own = join(editor.home, '.config/toolyard');
      mkdirSync(own, { recursive: true });
      const hooks = [noteHook('mine', { event: 'file.created', paths: ['*.log'] }, 'mine', { name: 'Watch for logs' })];
      writeFileSync(join(own, 'hooks.json'), JSON.stringify({ version: 1, hooks }));
      scene = editor.createScene({
        hooks: HOOKS,
        servers: SERVERS,
        files: { 'specs/a.md': 'a\n' },
        isRepository: true,
      });
      await scene.approve();
      scene.writeHooks(...HOOKS, ...LATER);
      window = await editor.openLastingWindow({ folder: scene.folder, size: { width: 1100, height: 760 } });
      await window.showToolyard();
    });

    it('shows the state of hooks, servers and runs in words', async () => {
      const hooks = window.tree('Hooks');
      await hooks.row('Note each commit').untilText('not approved');
      await hooks.row('Hooks are starting…').untilGone();
      expect((await hooks.rows()).map((row) => row.replace(/next in \d+ (h|min)/, 'next in 1 h'))).toEqual([
        'Specs 2 hooks',
        '  Announce a new spec file.saved',
        '  Tag the release file.saved',
        'Nightly report next in 1 h · schedule',
        'Old way disabled · manual',
        'Note each commit not approved · git.committed',
        'Ask the forge invalid: unknown server · manual',
        'User 1 hook for all folders',
        '  Watch for logs file.created',
      ]);
      expect(await hooks.row('Old way').label()).toContain('Old way, disabled');
      const servers = window.tree('Servers & Tools');
      await servers.row('rec').untilText('available');
      await servers.row('broken').untilText('unavailable');
      await window.statusItem('Toolyard: 1 problem').waitFor();
      await expect.poll(() => window.tree('Runs').emptyText()).toContain('No runs yet.');
      await window.screenshot('views-before-runs');
    });

    it('shows runs as they end, and one notice for a hook that fails, however often', async () => {
      scene.write('specs/a.md', 'b\n');
      const [hooks, runs] = [window.tree('Hooks'), window.tree('Runs')];
      await hooks.row('Announce a new spec').untilText('success just now');
      await hooks.row('Tag the release').untilText('error');
      scene.write('specs/b.md', 'b\n');
      await scene.untilCalled('saved specs/b.md');
      await runs.row('Tag the release').untilText('error');
      // All that have not been closed are there, also those that are not in sight any more.
      await window.runCommand('Notifications: Show Notifications');
      const notices = window.page.locator('.notifications-center .notification-list-item', {
        hasText: 'Tag the release',
      });
      await notices.first().waitFor();
      await window.screenshot('views-notice');
      expect(await notices.count()).toBe(1);
      expect(await notices.innerText()).toContain('Hook "Tag the release" failed');
      await notices.getByRole('button', { name: 'Show', exact: true }).click();
      await runs.row('Reason').untilShown();
      await window.page.locator('.pane .monaco-list-row.focused[aria-label^="Tag the release, error"]').waitFor();
      await window.screenshot('views-revealed');
    });

    it('can be used with the keyboard alone', async () => {
      const { page } = window;
      const focused = async (): Promise<string> =>
        (await page.locator('.pane:focus-within .monaco-list-row.focused').getAttribute('aria-label')) ?? '';
      await window.runCommand('Toolyard: Focus on Hooks View');
      await page.locator('.pane:focus-within h3.title', { hasText: 'Hooks' }).waitFor();
      await page.keyboard.press('Home');
      await expect.poll(focused).toContain('Specs');
      await page.keyboard.press('ArrowLeft');
      await window.tree('Hooks').row('Announce a new spec').untilGone();
      await page.keyboard.press('ArrowRight');
      await window.tree('Hooks').row('Announce a new spec').untilShown();
      await page.keyboard.press('ArrowDown');
      await expect.poll(focused).toContain('Announce a new spec, enabled, success');
      await page.keyboard.press('Shift+F10');
      const items = page.locator('.context-view .monaco-menu .action-item .action-label:not(.separator)');
      await items.first().waitFor();
      expect(await items.allInnerTexts()).toEqual([
        'Run Hook Now',
        'Dry Run Hook',
        'Why Did a Hook Not Run?',
        'Edit Hook',
        'Open Hooks File',
        'Duplicate Hook',
        'Disable Hook',
        'Delete Hook',
      ]);
      await page.keyboard.press('Escape');
    });

    it('is readable in every theme', async () => {
      await window.runCommand('Notifications: Clear All Notifications');
      await window.tree('Servers & Tools').row('rec').expand();
      for (const theme of ['dark', 'light', 'high contrast dark', 'high contrast light'] as const) {
        await chooseTheme(window, theme);
        await keepPicture(window, `vscode-views-${theme.replaceAll(' ', '-')}`);
      }
    });

    it('shows each folder of a window, and the hooks of the user once', async () => {
      const other = editor.createScene({ hooks: [noteHook('site', { event: 'manual' }, 'x', { name: 'Publish' })] });
      const file = join(scene.folder, '..', 'both.code-workspace');
      const folders = [
        { path: scene.folder, name: 'shop' },
        { path: other.folder, name: 'site' },
      ];
      writeFileSync(file, JSON.stringify({ folders }));
      const both = await editor.openWindow({ workspaceFile: file });
      await both.showToolyard();
      const hooks = both.tree('Hooks');
      await hooks.maximize();
      await hooks.row('Publish').untilText('not approved');
      await both.screenshot('views-two-folders');
      const rows = await hooks.rows();
      expect(rows.filter((row) => !row.startsWith(' '))).toEqual([
        'shop 6 hooks',
        'site 1 hook',
        'User 1 hook for all folders',
      ]);
      expect(rows.filter((row) => row.includes('Watch for logs'))).toHaveLength(1);
    });
  },
  { own: true },
);

/** What the list of themes calls them. */
const THEME_LABELS: Readonly<Record<Theme, string>> = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  'high contrast dark': 'Dark High Contrast',
  'high contrast light': 'Light High Contrast',
};

/** Chosen as a person does, so that the same window can be seen in all of them. */
async function chooseTheme({ runCommand, quickInput, page }: EditorWindow, theme: Theme): Promise<void> {
  await runCommand('Preferences: Color Theme');
  // The list has only those rows that are in sight.
  await quickInput.type(THEME_LABELS[theme]);
  await quickInput.choose(THEME_LABELS[theme]);
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  const kind = { dark: 'vs-dark', light: 'vs', 'high contrast dark': 'hc-black', 'high contrast light': 'hc-light' };
  await page.locator(`.monaco-workbench.${kind[theme]}`).waitFor();
}

/** Keeps it for people to look at, and where `TOOLYARD_SCREENS` names a folder, the part with the views there, for the README. */
async function keepPicture({ page, screenshot }: EditorWindow, name: string): Promise<void> {
  await screenshot(name);
  const folder = process.env['TOOLYARD_SCREENS'];
  const clip = await page.locator('.part.sidebar').boundingBox();
  if (folder !== undefined && clip !== null) await page.screenshot({ path: join(folder, `${name}.png`), clip });
}
