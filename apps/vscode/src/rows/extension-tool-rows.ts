import type { EditorTool } from '../ports/extension-tools.ts';
import type { FolderLook, ViewRow } from './row.ts';
import { countThings, createTextRow, joinFacts, toRowText } from './text-row.ts';
import { toMarkdownFacts, toMarkdownText } from './to-markdown.ts';

/** The editor does that, and no setting of ours changes it. */
const ASKS = 'asks each time';

/** The tools that only extensions provide, in a group of their own below the servers; none where a folder is not trusted. */
export function extensionToolRows(folders: readonly FolderLook[], tools: readonly EditorTool[]): readonly ViewRow[] {
  const isQuiet = folders.length === 0 || folders.some(({ state }) => state.duty.kind === 'untrusted');
  if (isQuiet || tools.length === 0) return [];
  const label = 'From extensions';
  const description = joinFacts([ASKS, countThings(tools.length, 'tool')]) ?? '';
  const group: ViewRow = {
    id: 'extension-tools',
    label,
    description,
    tooltip: toMarkdownText(
      'Tools that extensions and the editor’s own servers provide. The editor asks before each call, so hooks cannot use them.',
    ),
    accessibleLabel: `${label}, ${description}`,
    icon: { name: 'extensions' },
    context: 'extension-tools',
    children: tools.map(toRow),
    subject: { kind: 'text' },
  };
  return [...toEmptyRow(folders), group];
}

/** The text of the empty view is not shown where there are rows. */
function toEmptyRow(folders: readonly FolderLook[]): readonly ViewRow[] {
  const isEmpty = folders.every(({ state }) => state.servers.length === 0 && !state.isLooking);
  if (!isEmpty) return [];
  const row = createTextRow('no-servers', 'No MCP servers were found', {
    description: 'add one',
    icon: { name: 'add' },
    command: { id: 'toolyard.servers.add', title: 'Add Server' },
  });
  return [row];
}

function toRow({ name, description, extension }: EditorTool): ViewRow {
  const label = toRowText(name);
  const [first = ''] = description.trim().split('\n', 1);
  const about = joinFacts([ASKS, extension === undefined ? undefined : toRowText(extension), toRowText(first)]) ?? '';
  const facts = toMarkdownFacts({ From: extension ?? 'a server of the editor', Calls: 'The editor asks each time.' });
  return {
    id: `extension-tool:${name}`,
    label,
    description: about,
    tooltip: [`**${toMarkdownText(name)}**`, toMarkdownText(description), facts].join('\n\n'),
    accessibleLabel: `${label}, ${about}`,
    icon: { name: 'tools' },
    context: 'extension-tool',
    subject: { kind: 'extension-tool', tool: name },
  };
}
