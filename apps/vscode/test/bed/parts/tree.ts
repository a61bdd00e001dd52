import type { Locator, Page } from 'playwright-core';

/** The views of the extension, by their titles. */
export type ViewTitle = 'Hooks' | 'Servers & Tools' | 'Runs';

/** A row of a tree, by the label that it begins with. */
export interface TreeRow {
  readonly element: Locator;
  /** Label and description, as they stand beside each other. */
  text(): Promise<string>;
  /** What a screen reader says. */
  label(): Promise<string>;
  untilShown(): Promise<void>;
  untilGone(): Promise<void>;
  /** Waits until its text has this in it. */
  untilText(text: string): Promise<void>;
  click(): Promise<void>;
  expand(): Promise<void>;
  collapse(): Promise<void>;
  /** Presses a button of the row by its title. */
  press(action: string): Promise<void>;
  /** Chooses from its context menu. */
  choose(action: string): Promise<void>;
  /** What its context menu offers. */
  offered(): Promise<readonly string[]>;
}

/** One of the views. */
export interface Tree {
  readonly element: Locator;
  /** The texts of all rows in sight, label and description, indented by two spaces for each level. */
  rows(): Promise<readonly string[]>;
  /** The first row whose label is this one. */
  row(label: string): TreeRow;
  /** What is said where there are no rows. */
  emptyText(): Promise<string>;
  /** Presses a button or link of the empty state, by its words. */
  pressEmpty(words: string): Promise<void>;
  /** Presses a button of the view's title. */
  press(action: string): Promise<void>;
  /** Makes it as high as it can be, so that all rows are in sight. */
  maximize(): Promise<void>;
}

/** A view by its title; the side bar has to be shown. */
export function createTree(page: Page, view: ViewTitle): Tree {
  const title = page.locator('.pane-header h3.title', { hasText: new RegExp(`^${view}$`) });
  const element = page.locator('.split-view-view .pane', { has: title });
  const header = element.locator('.pane-header');

  async function setOpen(isOpen: boolean): Promise<void> {
    if (((await header.getAttribute('aria-expanded')) === 'true') !== isOpen) await title.click();
    await element.locator(`.pane-header[aria-expanded="${isOpen}"]`).waitFor();
  }

  return {
    element,
    async rows() {
      await setOpen(true);
      return element.locator('.monaco-list-row').evaluateAll((all) => {
        const rows = all.map((row) => {
          const parts = ['.label-name', '.label-description'].map((part) => row.querySelector(part)?.textContent ?? '');
          const level = Number(row.getAttribute('aria-level') ?? 1);
          const text = parts.filter((part) => part !== '').join(' ');
          return { index: Number(row.getAttribute('data-index')), text: `${'  '.repeat(level - 1)}${text}` };
        });
        return rows.toSorted((one, other) => one.index - other.index).map(({ text }) => text);
      });
    },
    row: (label) => createRow(page, element, label),
    async emptyText() {
      await setOpen(true);
      // A view that had rows keeps the element of a message, without a text.
      const texts = element.locator('.welcome-view-content, .tree-explorer-viewlet-tree-view .message');
      return texts.filter({ hasText: /\S/ }).first().innerText();
    },
    pressEmpty: (words) => element.locator('.welcome-view-content').getByText(words, { exact: true }).click(),
    async press(action) {
      await header.hover();
      // Another title may begin with the same words, and a shortcut may follow them.
      const ends = [`="${action}"`, `^="${action} ("`].map((end) => `.action-label[aria-label${end}]`);
      await header.locator(ends.join(', ')).click();
    },
    async maximize() {
      await setOpen(true);
      const others = page.locator('.sidebar .pane-header[aria-expanded="true"] h3.title').filter({ hasNotText: view });
      while ((await others.count()) > 0) await others.first().click();
    },
  };
}

function createRow(page: Page, tree: Locator, label: string): TreeRow {
  const name = page.locator('.label-name', {
    hasText: new RegExp(`^\\s*${label.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}\\s*$`),
  });
  const element = tree.locator('.monaco-list-row', { has: name }).first();

  async function toggle(isOpen: boolean): Promise<void> {
    if ((await element.getAttribute('aria-expanded')) === String(!isOpen))
      await element.locator('.monaco-tl-twistie').click();
    await element.and(page.locator(`[aria-expanded="${isOpen}"]`)).waitFor();
  }
  const openMenu = async (): Promise<Locator> => {
    await element.click({ button: 'right' });
    const items = page.locator('.context-view .monaco-menu .action-item:not(.disabled) .action-label:not(.separator)');
    await items.first().waitFor();
    return items;
  };

  return {
    element,
    async text() {
      const parts = await element.locator('.label-name, .label-description').allInnerTexts();
      return parts.filter((part) => part !== '').join(' ');
    },
    label: async () => (await element.getAttribute('aria-label')) ?? '',
    untilShown: () => element.waitFor(),
    untilGone: () => element.waitFor({ state: 'detached' }),
    untilText: (text) => tree.locator('.monaco-list-row', { has: name }).filter({ hasText: text }).first().waitFor(),
    click: () => name.and(tree.locator('.label-name')).first().click(),
    expand: () => toggle(true),
    collapse: () => toggle(false),
    async press(action) {
      const button = element.locator(`.actions .action-label[aria-label^=${JSON.stringify(action)}]`);
      // Buttons are there while the row is pointed at, and a row that is drawn anew has to be pointed at anew.
      for (let tries = 0; tries < 20; tries++) {
        await element.hover();
        if (
          await button.click({ timeout: 3000 }).then(
            () => true,
            () => false,
          )
        )
          return;
      }
      throw new Error(`The row "${label}" has no button "${action}" that can be pressed.`);
    },
    async choose(action) {
      const items = await openMenu();
      const item = items.and(page.locator(`[aria-label^=${JSON.stringify(action)}]`)).first();
      await item.waitFor();
      // The editor ignores clicks in the first moments of a menu.
      while (await item.isVisible()) {
        await item.click({ timeout: 1000 }).catch(() => undefined);
        await item.waitFor({ state: 'hidden', timeout: 1000 }).catch(() => undefined);
      }
    },
    async offered() {
      const offered = await (await openMenu()).allInnerTexts();
      await page.keyboard.press('Escape');
      return offered.filter((text) => text !== '');
    },
  };
}
