import { writeFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { noteHook, toolHook, toServer, type Scene } from './bed/create-scene.ts';
import { describeEditor } from './bed/describe-editor.ts';
import type { EditorWindow } from './bed/open-window.ts';

const VIEWS_MS = 5000;
const SELECTED_MS = 30_000;
const FEEDBACK_MS = 2000;
/** What a person needs to find the place of the next step, and from one key to the next. */
const PERSON_MS = { glance: 1200, key: 150 };
/** With 541 tools. */
const REAL_SERVERS = ['azure', 'chrome', 'github', 'gitlab', 'kubernetes', 'notion'];
const SLOW = ['one', 'two', 'three', 'four', 'five'];

/** The numbers of the origin, with the machine to themselves. */
await describeEditor(
  (editor) => {
    let scene: Scene;
    let window: EditorWindow;

    beforeAll(async () => {
      const slow = SLOW.map((text) =>
        toolHook(
          text,
          { event: 'file.saved', paths: ['go.md'] },
          { tool: 'slow', mappings: [{ toolParam: 'text', source: 'literal', value: text }] },
        ),
      );
      scene = editor.createScene({
        servers: Object.fromEntries(REAL_SERVERS.map((name) => [name, toServer('recorded-tools', { SERVER: name })])),
        hooks: [
          noteHook('quick', { event: 'file.saved', paths: ['?.md'] }, 'saved {path}'),
          toolHook('broken', { event: 'manual' }, { tool: 'fail', mappings: [] }),
          ...slow,
        ],
        files: { 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n', 'go.md': 'go\n' },
      });
      await scene.approve();
      window = await editor.openLastingWindow({ folder: scene.folder });
    });

    it('fills its views within 5 seconds, with seven servers and 547 tools', async () => {
      const taken = await timed(async () => {
        await window.showToolyard();
        await window.tree('Hooks').row('quick').untilShown();
        const servers = window.tree('Servers & Tools');
        for (const name of [...REAL_SERVERS, 'rec']) await servers.row(name).untilText('available · ');
      });
      tell('views filled', taken);
      expect(taken).toBeLessThan(VIEWS_MS);
    });

    it('lets a person select one of 547 tools within 30 seconds, in four steps', async () => {
      await window.untilStatus('7 hooks');
      let steps = 0;
      const step = async (act: () => Promise<void>): Promise<void> => {
        await window.page.waitForTimeout(PERSON_MS.glance);
        await act();
        steps += 1;
      };
      const taken = await timed(async () => {
        await step(() => window.tree('Hooks').press('New Hook'));
        const form = await window.webview('New Hook');
        const search = form.getByRole('combobox', { name: 'Tool' });
        await step(() => search.click());
        await step(() => search.pressSequentially('create issue git', { delay: PERSON_MS.key }));
        await step(() =>
          optionOf(form.getByRole('option'), /^\s*create_issue\s+Create a new issue in a GitHub/).click(),
        );
        await form.getByText('create_issue of github').waitFor();
        // Its parameters are there to be mapped.
        await form.getByText('repo', { exact: true }).first().waitFor();
      });
      tell(`tool selected in ${steps} steps`, taken);
      expect(steps).toBe(4);
      expect(taken).toBeLessThan(SELECTED_MS);
      await window.screenshot('numbers-tool-selected');
    });

    it('shows within 2 seconds what became of a save, of a run that was asked for, and of one that failed', async () => {
      const [hooks, runs] = [window.tree('Hooks'), window.tree('Runs')];
      await hooks.maximize();
      await runs.rows();
      const saves: number[] = [];
      for (const name of ['a.md', 'b.md', 'c.md']) {
        const file = await window.openFile(name);
        await file.type('x');
        const taken = await timed(async () => {
          await file.save();
          await runs.element.getByText('quick', { exact: true }).nth(saves.length).waitFor();
          await runs.row('quick').untilText('success');
        });
        saves.push(taken);
      }
      const asked = await timed(async () => {
        await hooks.row('quick').press('Run Hook Now');
        await window.quickInput.choose('file.saved c.md');
        await window.notification('Hook "quick" succeeded').text();
      });
      const failed = await timed(async () => {
        await hooks.row('broken').press('Run Hook Now');
        await window.notification('Hook "broken" failed').text();
      });
      for (const taken of saves) tell('feedback on a save', taken);
      tell('feedback on "Run Hook Now"', asked);
      tell('feedback on a failure', failed);
      // With the first file the editor starts extensions of its own.
      expect(Math.max(...saves.slice(1), asked, failed)).toBeLessThan(FEEDBACK_MS);
    });

    it('runs five hooks at once, and shows them while they run', async () => {
      const runs = window.tree('Runs');
      await runs.maximize();
      const go = await window.openFile('go.md');
      await go.type('x');
      await go.save();
      for (const text of SLOW) await scene.untilCalled(text);
      for (const id of SLOW) await runs.row(id).untilText('running');
      await window.screenshot('numbers-five-runs');
      writeFileSync(scene.release, '');
      for (const id of SLOW) await runs.row(id).untilText('success');
      expect(scene.texts().filter((text) => SLOW.includes(text))).toHaveLength(SLOW.length);
    });
  },
  { own: true },
);

async function timed(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

function tell(what: string, taken: number): void {
  process.stdout.write(`${what}: ${(taken / 1000).toFixed(1)} s\n`);
}

function optionOf(options: Locator, text: RegExp): Locator {
  return options.filter({ hasText: text }).first();
}
