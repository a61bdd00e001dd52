import type { Plugin } from 'obsidian';
import { toStatusLabel, toStatusText, toStatusTone } from '../../views/describe-status.ts';
import { openWhileLoaded } from '../lifecycle/open-while-loaded.ts';
import { throttle } from '../settings/throttle.ts';
import { StatusModal } from './status-modal.ts';
import type { ViewsParts } from './views-parts.ts';

/** However much happens, the status bar is written no more often than this, in milliseconds. */
const REFRESH_MS = 250;

/** Shows in the status bar how many servers are connected, and opens the details of that. */
export function registerStatusBar(plugin: Plugin, parts: ViewsParts): void {
  const { servers, activity, calls } = parts.toolyard;
  const item = plugin.addStatusBarItem();
  item.addClass('toolyard-status', 'mod-clickable');
  for (const [name, value] of Object.entries({ role: 'button', tabindex: '0', 'data-tooltip-position': 'top' })) {
    item.setAttr(name, value);
  }
  // The servers are looked at only when something happened to them, since calls are far more frequent.
  let known = servers.list();
  const show = (): void => {
    const status = { servers: known, calls: activity.active().length, isStopped: calls.isStopped() };
    item.setText(toStatusText(status));
    item.dataset['tone'] = toStatusTone(status);
    // Whoever speaks to the computer says what they see.
    item.setAttr('aria-label', `${toStatusText(status)}. ${toStatusLabel(status)}`);
  };
  const showSoon = throttle(show, REFRESH_MS);
  const lookSoon = throttle(() => {
    known = servers.list();
    show();
  }, REFRESH_MS);
  const openDialog = openWhileLoaded(plugin);
  const openDetails = (): void => openDialog(new StatusModal(parts));
  plugin.registerDomEvent(item, 'click', openDetails);
  plugin.registerDomEvent(item, 'keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    openDetails();
  });
  for (const stop of [servers.on(lookSoon), activity.on(showSoon), lookSoon.cancel, showSoon.cancel]) {
    plugin.register(stop);
  }
  plugin.addCommand({ id: 'show-status', name: 'Show status', callback: openDetails });
  show();
}
