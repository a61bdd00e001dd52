import type { Badge } from '@toolyard/documents';
import { toVisible } from '@toolyard/core';

/** The element of a badge, which is a button that opens its menu. It goes on standing for badges that are the same on other lines. */
export function createBadge(
  { server, isInherited, problem, label }: Badge,
  press: (event: MouseEvent) => void,
): HTMLElement {
  const element = createSpan({
    cls: 'toolyard-binding',
    text: toVisible(server),
    attr: { role: 'button', tabindex: 0, 'aria-label': label, 'aria-haspopup': 'menu' },
  });
  element.toggleClass('mod-inherited', isInherited);
  element.toggleClass('mod-unresolved', problem !== undefined);
  element.addEventListener('click', press);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const { left, bottom } = element.getBoundingClientRect();
    press(new MouseEvent('click', { view: element.win, clientX: left, clientY: bottom }));
  });
  return element;
}

/** Whether two badges differ in nothing but their lines. */
export function isSameBadge(left: Badge, right: Badge): boolean {
  return JSON.stringify({ ...left, line: 0 }) === JSON.stringify({ ...right, line: 0 });
}
