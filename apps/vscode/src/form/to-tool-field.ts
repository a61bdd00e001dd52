import { cutText } from '@toolyard/core';
import type { FolderState } from '../folder/folder.ts';
import type { HookDraft } from './hook-draft.ts';
import type { FieldProblem, PickerServer, ToolField } from './protocol.ts';

const MAX_ABOUT = 160;
const MAX_REASON = 300;

/** The field of the chosen tool, with the state of its server in words. */
export function toToolField(
  { server, tool }: HookDraft['tool'],
  facts: {
    readonly state: FolderState | undefined;
    readonly isReadOnly: boolean;
    readonly problems: readonly FieldProblem[];
  },
): ToolField {
  const found = facts.state?.servers.find(({ id }) => id === server);
  const known = found?.tools.find(({ name }) => name === tool);
  return {
    key: 'mcp.tool',
    label: 'Tool',
    kind: 'tool',
    server,
    tool,
    state: tool === '' ? '' : sayState(found, facts.state?.isLooking === true),
    ...(known !== undefined && known.description !== '' && { toolAbout: cutText(known.description, 1000) }),
    isRequired: true,
    isReadOnly: facts.isReadOnly,
    problems: facts.problems,
  };
}

function sayState(server: FolderState['servers'][number] | undefined, isLooking: boolean): string {
  if (server === undefined) return isLooking ? 'looking for servers' : 'unknown';
  const { status, reason } = server;
  return reason === undefined ? status : `${status}: ${cutText(reason, MAX_REASON)}`;
}

/** What is wrong with the chosen tool; warnings, since a server that is away can come back. */
export function findToolProblems({ server, tool }: HookDraft['tool'], state: FolderState): readonly FieldProblem[] {
  if (tool === '' || state.isLooking || state.servers.length === 0) return [];
  const found = state.servers.find(({ id }) => id === server);
  if (found === undefined) return [{ severity: 'warning', message: `There is no server "${server}"` }];
  if (found.tools.some(({ name }) => name === tool)) return [];
  const message =
    found.tools.length === 0
      ? `The tools of "${server}" are not known yet`
      : `The server "${server}" does not have the tool "${tool}"`;
  return [{ severity: 'warning', message }];
}

/** The servers and tools as the picker lists them: hundreds of tools, so each as short as can be searched. */
export function toPickerServers({ servers }: Pick<FolderState, 'servers'>): readonly PickerServer[] {
  return servers.map(({ id, name, status, reason, source, tools }) => ({
    id,
    name,
    status,
    ...(reason !== undefined && { reason: cutText(reason, MAX_REASON) }),
    ...(source !== undefined && { origin: source }),
    tools: tools.map((tool) => {
      const about = cutText(tool.description.trim().split(/(?<=\.)\s|\n/)[0] ?? '', MAX_ABOUT);
      return about === '' ? { name: tool.name } : { name: tool.name, about };
    }),
  }));
}
