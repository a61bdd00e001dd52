import { findBadges, isEdited, type Badge, type ViewedBlock, type ViewedNote } from '@toolyard/documents';
import type { BlockRuns, BlockStatus } from '@toolyard/host';
import { describeDuration } from '../rows/describe-time.ts';
import type { Subject } from '../rows/row.ts';
import { countThings, toRowText } from '../rows/text-row.ts';
import { withoutIcons } from '../rows/without-icons.ts';
import { describeClock } from './describe-clock.ts';
import type { FolderNotes } from './folder-notes.ts';

/** A line of text above a line of a note; one without a command is only read. */
export interface NoteLens {
  /** The first line is 1. */
  readonly line: number;
  readonly title: string;
  readonly command?: string;
  readonly subject?: Subject;
}

/** What is known around a note; `notes` is absent in a window without a folder. */
export interface NoteLensFacts {
  readonly note: string;
  readonly notes?: Pick<FolderNotes, 'help'> & {
    readonly folder: Pick<FolderNotes['folder'], 'path' | 'state'>;
    readonly runs: Pick<BlockRuns, 'statusOf' | 'isRunning'>;
  };
  /** Milliseconds since 1970. */
  readonly now: number;
}

type BareLens = Omit<NoteLens, 'line'>;

/** What can be done with each block of a note and how it is, and which server a section is bound to; nothing that runs where it may not. */
export function listNoteLenses(bound: ViewedNote, facts: NoteLensFacts): readonly NoteLens[] {
  const ofBlocks = bound.blocks.flatMap((block) =>
    lensesOf(block, facts).map((lens) => ({ line: block.block.range.line, ...lens })),
  );
  const ofSections = findBadges(bound).flatMap((badge) =>
    badge.binding === undefined ? [] : [{ line: badge.line, title: describeBadge(badge) }],
  );
  return [...ofNote(bound, facts), ...ofSections, ...ofBlocks];
}

/** What runs all blocks at once, where there are several and they may run. */
function ofNote({ blocks }: ViewedNote, { note, notes }: NoteLensFacts): readonly NoteLens[] {
  if (notes === undefined || isUntrusted(notes) || blocks.length < 2) return [];
  const subject: Subject = { kind: 'note', note };
  const run = {
    title: `$(run-all) Run Note (${countThings(blocks.length, 'block')})`,
    command: 'toolyard.notes.runNote',
  };
  const stop = { title: '$(debug-stop) Stop All', command: 'toolyard.notes.stop' };
  return (notes.runs.isRunning(note) ? [stop, run] : [run]).map((lens) => ({ line: 1, ...lens, subject }));
}

function lensesOf(bound: ViewedBlock, { note, notes, now }: NoteLensFacts): readonly BareLens[] {
  if (notes === undefined)
    return [{ title: '$(folder) Open a folder to run tool blocks', command: 'vscode.openFolder' }];
  if (isUntrusted(notes)) {
    const title = '$(shield) Does not run: this workspace is not trusted. Manage Trust';
    return [
      { title, command: 'workbench.trust.manage' },
      ...describeState(bound, notes.runs.statusOf(note, bound), now),
    ];
  }
  const status = notes.runs.statusOf(note, bound);
  const subject: Subject = { kind: 'block', note, block: bound.block.id };
  const state = describeState(bound, status, now);
  if (status === 'pending') return [{ title: '$(debug-stop) Stop', command: 'toolyard.notes.stop', subject }, ...state];
  const problem = bound.issues.find(({ severity }) => severity === 'error');
  if (problem !== undefined) {
    return [
      { title: `$(error) Cannot run: ${toTitle(problem.message)}` },
      ...findHelp(bound, problem.code, notes),
      ...offerTools(bound, notes),
      ...state,
    ];
  }
  const run = status === 'idle' ? '$(play) Run' : '$(debug-restart) Re-run';
  return [{ title: run, command: 'toolyard.notes.runBlock', subject }, ...state, ...offerTools(bound, notes)];
}

function isUntrusted({ folder }: NonNullable<NoteLensFacts['notes']>): boolean {
  return folder.state().duty.kind === 'untrusted';
}

function describeState({ block }: ViewedBlock, status: BlockStatus, now: number): readonly BareLens[] {
  const { at, ms } = block.result ?? {};
  if (status === 'idle' || status === 'pending') return [{ title: status }];
  const when = at === undefined ? '' : ` at ${describeClock(Date.parse(at), now)}`;
  const took = ms === undefined || status === 'cancelled' ? '' : `, ${describeDuration(ms)}`;
  return [{ title: `${STATE_ICONS[status]} ${status}${when}${took}${isEdited(block) ? ', edited by hand' : ''}` }];
}

const STATE_ICONS: Readonly<Record<Exclude<BlockStatus, 'idle' | 'pending'>, string>> = {
  success: '$(check)',
  error: '$(error)',
  timeout: '$(watch)',
  cancelled: '$(circle-slash)',
};

/** What a person can do about a block that cannot run. */
function findHelp(
  { meant }: ViewedBlock,
  code: string,
  { folder, help }: NonNullable<NoteLensFacts['notes']>,
): readonly BareLens[] {
  if (help().servers.length === 0) {
    return [
      { title: '$(add) Add Server', command: 'toolyard.servers.add', subject: { kind: 'folder', folder: folder.path } },
    ];
  }
  if (code !== 'server-disabled' || meant === undefined) return [];
  const subject: Subject = { kind: 'server', folder: folder.path, server: meant };
  return [{ title: `$(play) Start ${toTitle(meant)}`, command: 'toolyard.servers.start', subject }];
}

/** Completion and checks need the tools of a server, which nobody knows before it first ran. */
function offerTools(
  { server }: ViewedBlock,
  { folder, help }: NonNullable<NoteLensFacts['notes']>,
): readonly BareLens[] {
  if (server === undefined || help().catalogue.listOf('tools', server).length > 0) return [];
  const subject: Subject = { kind: 'folder', folder: folder.path };
  return [
    folder.state().needsServerApproval
      ? { title: '$(shield) Approve Servers', command: 'toolyard.servers.approve', subject }
      : { title: `$(search) Look for the tools of ${toTitle(server)}`, command: 'toolyard.servers.refresh', subject },
  ];
}

function describeBadge({ label, problem }: Badge): string {
  return `${problem === undefined ? '$(plug)' : '$(warning)'} ${toTitle(label)}`;
}

function toTitle(text: string): string {
  return withoutIcons(toRowText(text));
}
