import { Setting } from 'obsidian';
import { toVisibleJson } from '@toolyard/core';
import type { ServerApproval } from '../../yard/plugin-servers.ts';
import { labelControl } from './label-control.ts';
import { attempt, followSwitch, type SettingsParts } from './settings-parts.ts';

/** Shows what was approved on this device, each with its trust and a button that takes it back; called again, it shows what changed. */
export function createApprovalRows(listEl: HTMLElement, parts: SettingsParts): () => Promise<void> {
  let shown = '';
  return async () => {
    const approvals = await parts.servers.listApprovals();
    const trusted = parts.servers.list().flatMap(({ name, isTrusted }) => (isTrusted ? [name] : []));
    // What a person has unfolded stays so while nothing changes.
    const state = JSON.stringify([approvals, trusted]);
    if (state === shown) return;
    shown = state;
    listEl.empty();
    if (approvals.length === 0) new Setting(listEl).setDesc('Nothing was approved yet.');
    for (const approval of approvals) {
      showApproval(listEl, approval, { parts, isTrusted: trusted.includes(approval.name) });
    }
  };
}

function showApproval(
  listEl: HTMLElement,
  { name, entry, isCurrent }: ServerApproval,
  { parts, isTrusted }: { readonly parts: SettingsParts; readonly isTrusted: boolean },
): void {
  const { servers } = parts;
  const row = new Setting(listEl).setName(name).setClass('toolyard-approval');
  if (!isCurrent) row.setDesc('The vault has another definition now, which starts nothing.');
  const details = row.infoEl.createEl('details', 'toolyard-more');
  details.createEl('summary', { text: 'What may start' });
  details.createEl('pre', { cls: 'toolyard-definition', text: toVisibleJson(entry, 2) });
  row.controlEl.createSpan({ cls: 'toolyard-tokens', text: 'Trust' });
  row.addToggle((toggle) => {
    toggle.setValue(isTrusted).setTooltip('Its tools run without asking, on this device');
    toggle.onChange(() => followSwitch(toggle, (next) => servers.setTrust(name, next)));
    labelControl(toggle.toggleEl, `Trust ${name}`);
  });
  row.addButton((button) => {
    button.setButtonText('Revoke').onClick(() => attempt(() => servers.revoke(name)));
    button.buttonEl.setAttribute('aria-description', name);
  });
}
