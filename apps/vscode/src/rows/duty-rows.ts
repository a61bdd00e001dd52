import type { FolderState } from '../folder/folder.ts';
import type { FolderLook, ViewRow } from './row.ts';
import { createTextRow, toRowMessage } from './text-row.ts';
import { toMarkdownText } from './to-markdown.ts';

/** Why the hooks of a folder do not run here, and what to do about it; none where they do. */
export function dutyRows({ path, state }: FolderLook): readonly ViewRow[] {
  const row = isHeldByApproval(state) ? undefined : toDutyRow({ path, state });
  return [...(row === undefined ? [] : [row]), ...serverApprovalRows({ path, state })];
}

/** Whether hooks do not run only because the servers wait for approval, which a row of its own says, with a button. */
export function isHeldByApproval({ duty, needsServerApproval, findings }: FolderState): boolean {
  return duty.kind === 'blocked' && needsServerApproval && findings.every(({ severity }) => severity !== 'error');
}

/** Says that servers of the configuration wait for approval; none where they do not. */
export function serverApprovalRows({ path, state }: Pick<FolderLook, 'path' | 'state'>): readonly ViewRow[] {
  if (!state.needsServerApproval || state.duty.kind === 'untrusted') return [];
  const about = 'Servers of the configuration are started once you have looked at them and approved them.';
  return [
    {
      id: `server-approval:${path}`,
      label: 'Servers are not approved',
      description: 'review and approve',
      tooltip: about,
      accessibleLabel: `Servers are not approved. ${about}`,
      icon: { name: 'shield', color: 'list.warningForeground' },
      context: 'server-approval',
      command: { id: 'toolyard.servers.approve', title: 'Approve Servers' },
      subject: { kind: 'folder', folder: path },
    },
  ];
}

function toDutyRow(folder: Pick<FolderLook, 'path' | 'state'>): ViewRow | undefined {
  const { path, state } = folder;
  const id = `duty:${path}`;
  switch (state.duty.kind) {
    case 'untrusted':
      return createTextRow(id, 'Folder is not trusted', {
        description: 'hooks do not run',
        tooltip: 'Hooks and servers of this folder run once you trust it.',
        icon: { name: 'workspace-untrusted', color: 'list.warningForeground' },
        command: { id: 'workbench.trust.manage', title: 'Manage Workspace Trust' },
      });
    case 'off':
      return createTextRow(id, 'Hooks are off in this window', {
        description: 'open the setting',
        tooltip: 'The setting `toolyard.hooks.enabled` is off, so this window runs no hooks.',
        icon: { name: 'circle-slash', color: 'list.warningForeground' },
        command: { id: 'workbench.action.openSettings', title: 'Open Setting', argument: 'toolyard.hooks.enabled' },
      });
    case 'starting':
      return createTextRow(id, 'Hooks are starting…', { icon: { name: 'loading~spin' } });
    case 'elsewhere':
      return createTextRow(id, 'Hooks run in another window or command', {
        tooltip: 'Events of this window are handed over. When the other one ends, hooks run here.',
        icon: { name: 'info' },
      });
    case 'blocked':
      return toProblemRow(folder, 'Hooks do not run', state.duty.message);
    case 'here':
      return state.duty.problem === undefined
        ? undefined
        : toProblemRow(folder, toKeptLabel(state), state.duty.problem);
    default:
      return undefined;
  }
}

/** What goes on while a file is wrong. */
function toKeptLabel({ configurationProblem }: FolderState): string {
  return configurationProblem === undefined ? 'Hooks run as before' : 'Hooks with servers do not run';
}

/** A click opens what is wrong, where that stands in a file. */
function toProblemRow({ path, state }: Pick<FolderLook, 'path' | 'state'>, label: string, message: string): ViewRow {
  const short = toRowMessage(message, path);
  const wrong = state.configurationProblem?.place ?? state.findings.find(({ severity }) => severity === 'error');
  const isBlocked = state.duty.kind === 'blocked';
  return createTextRow(`duty:${path}`, label, {
    description: short,
    tooltip: toMarkdownText(message),
    accessibleLabel: `${label}: ${short}`,
    icon: isBlocked
      ? { name: 'error', color: 'list.errorForeground' }
      : { name: 'warning', color: 'list.warningForeground' },
    ...(wrong === undefined
      ? { command: { id: 'toolyard.showOutput', title: 'Show Output' } }
      : { place: { file: wrong.file, line: wrong.line, column: wrong.column } }),
  });
}
