import { ToolyardError, toVisibleJson, toVisibleLine } from '@toolyard/core';
import { locateYard } from '@toolyard/host';
import { openToolApprovals, type GivenApproval } from '@toolyard/host/assistant';
import { createCommandHost } from '../host/create-command-host.ts';
import { EXIT } from '../process/to-exit-code.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { renderTable, type Cell } from '../terminal/render-table.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** Which approvals are taken back; all are shown where there are none. */
export interface ApprovalsOptions extends CommonOptions {
  /** Tool ids, and keys of servers. */
  readonly revoked?: readonly string[];
}

/** `toolyard approvals`: what the assistant may call without asking, and what it may not any more. */
export async function runApprovals(options: ApprovalsOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  const host = createCommandHost(context, { mayAsk: false });
  const approvals = openToolApprovals(host, await locateYard(surroundings, options), options);
  for (const name of options.revoked ?? []) {
    if (!(await approvals.revoke(name))) throw toUnknown(name);
    terminal.stderr.write(`Revoked: ${toVisibleLine(name)}\n`);
  }
  const given = await approvals.list();
  if (options.json === true) terminal.stdout.write(`${toVisibleJson(given.map(toJson), 2)}\n`);
  else if (options.revoked === undefined) showApprovals(given, context);
  return EXIT.done;
}

function toUnknown(name: string): ToolyardError {
  const message = `Nothing is approved for ${toVisibleLine(name)}. Run "toolyard approvals" to see what is.`;
  return new ToolyardError('usage', message);
}

function toJson({ name, at, isCurrent }: GivenApproval): object {
  return { name, kind: kindOf(name), at: new Date(at).toISOString(), current: isCurrent };
}

function kindOf(name: string): 'tool' | 'server' {
  return name.includes(':') ? 'tool' : 'server';
}

function showApprovals(given: readonly GivenApproval[], { terminal, surroundings }: CommandContext): void {
  if (given.length === 0) return void terminal.stderr.write('Nothing is approved for good.\n');
  const screen = createScreen(terminal.stdout, surroundings.env);
  const rows = given.map(({ name, at, isCurrent }): Cell[] => [
    { text: toVisibleLine(name) },
    { text: kindOf(name) === 'tool' ? 'this tool' : 'all tools of the server' },
    { text: new Date(at).toISOString().slice(0, 16).replace('T', ' ') },
    isCurrent ? { text: 'counts' } : { text: 'server changed', paint: (text) => screen.paint('quiet', text) },
  ]);
  const width = screen.width === undefined ? {} : { width: screen.width };
  const header = ['NAME', 'ALLOWS', 'GIVEN UTC', 'STATE'];
  const paintHeader = (text: string): string => screen.paint('quiet', text);
  for (const line of renderTable(rows, { header, paintHeader, ...width })) screen.line(line);
}
