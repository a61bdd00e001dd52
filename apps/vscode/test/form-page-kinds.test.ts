import { ACTION_TYPES, EVENT_NAMES, type EventName } from '@toolyard/hooks';
import { expect, it } from 'vitest';
import { describeFormPages } from './page/describe-form-pages.ts';
import { expectAccessiblePage } from './page/expect-accessible-page.ts';
import { openSessionForm } from './page/open-session-form.ts';
import { THEME_NAMES } from './page/themes.ts';
import { createFakeFolder } from './fakes/create-fake-folder.ts';
import { exampleServer, exampleShown } from './fakes/example-look.ts';
import { screenshotPath } from './bed/screenshot-path.ts';

const OF_FILES = ['paths', 'batch'];
const OWN_FIELDS: Readonly<Record<EventName, readonly string[]>> = {
  'file.saved': OF_FILES,
  'file.created': OF_FILES,
  'file.deleted': OF_FILES,
  'file.renamed': OF_FILES,
  'git.committed': ['if.branch', 'if.message'],
  'git.branch-changed': ['if.branch'],
  'git.pushed': ['if.branch', 'if.remote'],
  'task.ended': ['if.task', 'if.exitCode'],
  'hook.ended': ['if.hook', 'if.status'],
  'terminal.ended': ['if.command', 'if.exitCode'],
  'diagnostics.changed': ['if.path', 'if.data.problems[0].message'],
  manual: [],
  agent: ['agent', 'operation', 'timing'],
  schedule: ['cron', 'timeZone', 'missed'],
  webhook: ['secretEnv', 'auth'],
};

await describeFormPages((open) => {
  it('shows the fields of every event', async () => {
    const { form, failures } = await openSessionForm(open);
    const event = form.page.locator('[data-key="trigger.event"] select');
    await event.waitFor();
    for (const name of EVENT_NAMES) {
      await event.selectOption(name);
      const keys = ['event', ...OWN_FIELDS[name]].map((key) => `trigger.${key}`);
      const fields = form.page.locator('[data-key^="trigger."]');
      await expect
        .poll(() => fields.evaluateAll((shown) => shown.map((field) => field.getAttribute('data-key'))))
        .toEqual(keys);
    }
    expect(form.errors).toEqual([]);
    expect(failures).toEqual([]);
  });

  it.each(ACTION_TYPES)('shows the fields of the action %s', async (type) => {
    const theme = THEME_NAMES[ACTION_TYPES.indexOf(type) % THEME_NAMES.length] ?? 'light';
    const { form, failures } = await openSessionForm(open, { theme });
    const action = form.page.locator('[data-key="action.type"] select');
    await action.waitFor();
    await action.selectOption(type);
    await form.page.locator(`[data-key^="${type}."]`).first().waitFor();
    await form.page.getByText('updating…').waitFor({ state: 'detached' });
    const operation = form.page.locator(`[data-key="${type}.operation"] select`);
    // What is offered first is chosen, so that nobody has to choose it to make it count.
    if ((await operation.count()) > 0) expect(await operation.inputValue()).not.toBe('');
    await form.page.setViewportSize({ width: 820, height: 2000 });
    await form.page.screenshot({ path: screenshotPath(`form-page-action-${type}`) });
    await expectAccessiblePage(form.page);
    expect(form.errors).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('completes the tools that a model may call', async () => {
    const folder = createFakeFolder({ servers: [exampleServer('chat', 541)] });
    const { form } = await openSessionForm(open, { folder });
    const action = form.page.locator('[data-key="action.type"] select');
    await action.waitFor();
    await action.selectOption('agent');
    await form.page.getByRole('button', { name: 'Add Tool' }).click();
    const line = form.page.getByRole('combobox', { name: 'Tools, line 1' });
    await line.pressSequentially('tool_540');
    await form.page.getByRole('option', { name: /chat:tool_540/ }).waitFor();
    await expectAccessiblePage(form.page);
    await line.press('Enter');
    expect(await line.inputValue()).toBe('chat:tool_540');
    expect(form.errors).toEqual([]);
  });

  it('leads to the file for what only that can change', async () => {
    const trigger = { event: 'task.ended', if: { task: ['build', 'test'] } } as const;
    const folder = createFakeFolder({ hooks: [exampleShown('a', { trigger })] });
    const { form } = await openSessionForm(open, { folder, hook: 'a' });
    await form.page.getByRole('button', { name: 'Edit in the File: Task' }).click();
    await expect.poll(() => form.sent.at(-1)).toMatchObject({ type: 'openFile', key: 'trigger.if.task' });
    await expectAccessiblePage(form.page);
  });
});
