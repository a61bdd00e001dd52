import type { Page } from 'playwright-core';

/** More presses than any form has controls. */
const FAR = 80;

/** What has the focus: its name as a screen reader says it, its text, and whether anybody sees that it has the focus. */
export interface FocusedControl {
  readonly name: string;
  readonly value: string;
  readonly caret: number | null;
  readonly isSeen: boolean;
}

/** Reads the control that has the focus, also inside of an element of the library. */
export async function readFocused(page: Page): Promise<FocusedControl> {
  const isSeen = await page.evaluate(hasOutline);
  return { ...(await page.evaluate(readControl)), isSeen };
}

/** Runs in the page. */
function hasOutline(): boolean {
  const outer = document.activeElement;
  const parts = [outer, outer?.shadowRoot?.activeElement, ...(outer?.shadowRoot?.querySelectorAll('*') ?? [])];
  return parts.some((each) => {
    if (!each) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  });
}

/** Runs in the page. */
function readControl(): Omit<FocusedControl, 'isSeen'> {
  const outer = document.activeElement;
  const element = outer?.shadowRoot?.activeElement ?? outer;
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const isControl = isText || element instanceof HTMLSelectElement;
  const label = isControl ? element.labels?.[0] : undefined;
  const names = [element?.getAttribute('aria-label'), label?.textContent, outer?.textContent];
  const name = names.find((each) => each?.trim()) ?? '';
  return {
    name: name.replaceAll(/\s+/g, ' ').trim(),
    value: isControl ? element.value : '',
    caret: isText ? element.selectionStart : null,
  };
}

/** Goes to a control by Tab, as somebody without a mouse does; whatever has the focus on the way is seen to have it. */
export async function tabToControl(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < FAR; presses++) {
    await page.keyboard.press('Tab');
    const focused = await readFocused(page);
    if (focused.name !== '' && !focused.isSeen) throw new Error(`Nobody sees that "${focused.name}" has the focus.`);
    if (focused.name === name) return;
    passed.push(focused.name);
  }
  throw new Error(`Nobody gets to "${name}" by the keyboard, only to ${[...new Set(passed)].join(', ')}.`);
}
