import { toVisible } from '@toolyard/core';
import type { Badge } from '../../bindings/find-badges.ts';

/** Called where somebody presses a badge. */
export type PressBadge = (badge: Badge, event: MouseEvent) => void;

/** The element of a badge, which is a button that opens its menu. */
export function createBadge(badge: Badge, press: PressBadge): HTMLElement {
  const { server, isInherited, problem, label } = badge;
  const element = createSpan({
    cls: 'toolyard-binding',
    text: toVisible(server),
    attr: { role: 'button', tabindex: 0, 'aria-label': label, 'aria-haspopup': 'menu' },
  });
  element.toggleClass('mod-inherited', isInherited);
  element.toggleClass('mod-unresolved', problem !== undefined);
  element.addEventListener('click', (event) => press(badge, event));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const { left, bottom } = element.getBoundingClientRect();
    press(badge, new MouseEvent('click', { view: element.win, clientX: left, clientY: bottom }));
  });
  return element;
}

/** Whether two badges look and act the same, wherever they stand. */
export function isSameBadge(left: Badge, right: Badge): boolean {
  return JSON.stringify({ ...left, line: 0 }) === JSON.stringify({ ...right, line: 0 });
}
