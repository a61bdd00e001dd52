import { toVisibleLine } from '@toolyard/core';
import type { GivenApproval } from '@toolyard/host/assistant';
import { Setting } from 'obsidian';
import { attempt, type SettingsParts } from '../settings/settings-parts.ts';

/** Shows the calls that a person approved for good, each with what takes it back; called again, it shows what changed. */
export function createCallApprovalRows(listEl: HTMLElement, parts: SettingsParts): () => Promise<void> {
  let shown = '';
  const show = async (): Promise<void> => {
    const given = await parts.assistant.approvals.list();
    const state = JSON.stringify(given);
    if (state === shown) return;
    shown = state;
    listEl.empty();
    if (given.length === 0) new Setting(listEl).setDesc('You are asked about every call.');
    for (const approval of given)
      showApproval(listEl, approval, () => parts.assistant.approvals.revoke(approval.name).then(show));
  };
  return show;
}

function showApproval(listEl: HTMLElement, { name, at, isCurrent }: GivenApproval, revoke: () => Promise<void>): void {
  const what = name.includes(':') ? 'This tool' : 'All tools of this server that destroy nothing';
  const rest = isCurrent ? '' : ' The server has another definition now, so you are asked again.';
  new Setting(listEl)
    .setName(toVisibleLine(name))
    .setDesc(`${what}, since ${new Date(at).toLocaleString()}.${rest}`)
    .addButton((button) => {
      button.setButtonText('Revoke').onClick(() => attempt(revoke));
      button.buttonEl.setAttribute('aria-label', `Revoke ${toVisibleLine(name)}`);
    });
}
