import { ToolyardError, toVisibleJson } from '@toolyard/core';
import {
  checkForeign,
  checkHooks,
  checkServers,
  checkTools,
  formatFinding,
  isOfWholeFile,
  resolveApprovals,
  selectHookServers,
  type HooksFinding,
  type ResolvedApprovals,
} from '@toolyard/host/hooks';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import {
  openUncheckedCommandHooks,
  type CommandHooks,
  type GroupedCommandOptions,
} from '../hooks/open/open-command-hooks.ts';
import { selectGroup } from '../hooks/open/select-group.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { WAIT_MS, waitForServers } from '../yard/wait-for-servers.ts';
import { withYard } from '../yard/with-yard.ts';

/** `toolyard hooks check`: everything that is wrong with the hooks, by their files and by what the servers offer. */
export async function runHooksCheck(
  { group, ...options }: GroupedCommandOptions,
  context: CommandContext,
): Promise<number> {
  const all = await openUncheckedCommandHooks(context, options);
  if (all.findings.some(isOfWholeFile)) return report(all.findings, { opened: all, code: EXIT.usage });
  const opened = { ...all, hooks: selectGroup(all.hooks, group) };
  const findings = [...all.findings, ...checkHooks(opened)];
  try {
    const code = await askOthers(opened, findings);
    if (code !== EXIT.done) return code;
  } catch (error) {
    // What is known already is worth knowing, also where the configuration is wrong or not approved; programs get one answer.
    if (ToolyardError.is(error) && options.json !== true)
      report(findings, { opened, code: EXIT.usage, isPartial: true });
    throw error;
  }
  const isWrong = findings.some(({ severity }) => severity === 'error');
  return report(findings, { opened, code: isWrong ? EXIT.failed : EXIT.done });
}

/** Adds what the configuration and the servers show; gives the exit code where it was interrupted. */
async function askOthers(opened: CommandHooks, findings: HooksFinding[]): Promise<number> {
  const resolved = await resolveApprovals(opened);
  findings.push(...checkServers(opened, resolved));
  const code = await askForeign(opened, resolved, findings);
  const isAnyOwn = resolved.hooks.some(({ servers }) =>
    servers.some(({ server, foreign }) => server !== undefined && foreign === undefined),
  );
  return isAnyOwn && code === EXIT.done ? askServers(opened, findings) : code;
}

/** The same of servers that only other programs have. */
function askForeign(opened: CommandHooks, resolved: ResolvedApprovals, findings: HooksFinding[]): Promise<number> {
  return runInterruptible(opened.terminal, async ({ signal }) => {
    const { hooks, settings } = resolved;
    findings.push(...(await checkForeign(opened, hooks, { settings, ms: WAIT_MS, signal })));
    return signal.aborted ? EXIT.interrupted : EXIT.done;
  });
}

/** Adds what the servers show, once they have started; gives the exit code where it was interrupted. */
function askServers(opened: CommandHooks, findings: HooksFinding[]): Promise<number> {
  const select = selectHookServers(opened.hooks, 'left out');
  return withYard(opened, { ...opened.options, select }, async ({ yard, signal }) => {
    await waitForServers(yard, opened, { ms: WAIT_MS, signal });
    if (signal.aborted) return EXIT.interrupted;
    findings.push(...(await checkTools(opened, yard)));
    return EXIT.done;
  });
}

interface Reported {
  readonly opened: CommandHooks;
  readonly code: number;
  /** The servers were not asked. */
  readonly isPartial?: boolean;
}

function report(findings: readonly HooksFinding[], reported: Reported): number {
  const { terminal, surroundings, options } = reported.opened;
  const screen = createScreen(terminal.stdout, surroundings.env);
  const sorted = findings.toSorted(compare);
  if (options.json === true) screen.line(toVisibleJson(sorted, 2));
  else for (const finding of sorted) screen.line(formatFinding(finding, (word) => screen.paint('busy', word)));
  if (options.json !== true) terminal.stderr.write(`${summarize(sorted, reported)}\n`);
  return reported.code;
}

/** By file, the user's first, then by place. */
function compare(one: HooksFinding, other: HooksFinding): number {
  if (one.file !== other.file) return 0;
  return one.line - other.line || one.column - other.column;
}

function summarize(findings: readonly HooksFinding[], { opened, isPartial = false }: Reported): string {
  if (findings.length === 0 && opened.hooks.length === 0) return explainNoHooks(opened);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const unasked = isPartial ? ' The tools and their parameters were not checked.' : '';
  if (findings.length === 0)
    return `${count(opened.hooks.length, 'hook')}: no problems found${isPartial ? ' in the files.' : '.'}${unasked}`;
  return `${count(errors, 'problem')}, ${count(findings.length - errors, 'warning')}.${unasked}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
