import { ToolyardError, toVisibleJson } from '@toolyard/core';
import { readWritten } from '@toolyard/host';
import { checkHooks, checkServers } from '../hooks/check-hooks.ts';
import { checkTools } from '../hooks/check-tools.ts';
import { explainNoHooks } from '../hooks/explain-no-hooks.ts';
import { formatFinding, isOfWholeFile, type HooksFinding } from '../hooks/hooks-finding.ts';
import { serverKeyOf } from '../hooks/judge-hooks.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { warnPassedBy } from '../hooks/open-hooks.ts';
import { readHooks, type ReadHooks } from '../hooks/read-hooks.ts';
import { selectHookServers } from '../hooks/select-hook-servers.ts';
import { createCommandHost } from '../host/create-command-host.ts';
import type { Host } from '../host/host.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { EXIT } from '../to-exit-code.ts';
import { WAIT_MS, waitForServers } from '../yard/wait-for-servers.ts';
import { withYard } from '../yard/with-yard.ts';

/** `toolyard hooks check`: everything that is wrong with the hooks, by their files and by what the servers offer. */
export async function runHooksCheck(options: HooksOptions, host: Host): Promise<number> {
  const read = await readHooks(host, options);
  warnPassedBy(read);
  if (read.findings.some(isOfWholeFile)) return report(read.findings, { read, host, options, code: EXIT.usage });
  const findings = [...read.findings, ...checkHooks(read)];
  const end = (code: number): number => report(findings, { read, host, options, code });
  try {
    const code = await askOthers(read, findings);
    if (code !== EXIT.done) return code;
  } catch (error) {
    // What is known already is worth knowing, also where the configuration is wrong or not approved.
    if (ToolyardError.is(error)) report(findings, { read, host, options, code: EXIT.usage, isPartial: true });
    throw error;
  }
  return end(findings.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.done);
}

/** Adds what the configuration and the servers show; gives the exit code where it was interrupted. */
async function askOthers(read: ReadHooks, findings: HooksFinding[]): Promise<number> {
  const { asWritten } = await readWritten(
    createCommandHost({ terminal: read.host, surroundings: read.host }, { mayAsk: false }),
    read.options,
  );
  const keys = asWritten.servers.map(({ key }) => key);
  findings.push(...checkServers(read, keys));
  const isAnyKnown = read.hooks.some((known) => keys.includes(serverKeyOf(known) ?? ''));
  return isAnyKnown ? askServers(read, findings) : EXIT.done;
}

/** Adds what the servers show, once they have started; gives the exit code where it was interrupted. */
function askServers(read: ReadHooks, findings: HooksFinding[]): Promise<number> {
  const select = selectHookServers(read.hooks, 'left out');
  return withYard(read.host, { ...read.options, select }, async ({ yard, signal }) => {
    await waitForServers(yard, read.host, { ms: WAIT_MS, signal });
    if (signal.aborted) return EXIT.interrupted;
    findings.push(...(await checkTools(read, yard)));
    return EXIT.done;
  });
}

interface Reported {
  readonly read: ReadHooks;
  readonly host: Host;
  readonly options: HooksOptions;
  readonly code: number;
  /** The servers were not asked. */
  readonly isPartial?: boolean;
}

function report(findings: readonly HooksFinding[], reported: Reported): number {
  const { host, options, code } = reported;
  const screen = createScreen(host.stdout, host.env);
  const sorted = findings.toSorted(compare);
  if (options.json === true) screen.line(toVisibleJson(sorted, 2));
  else for (const finding of sorted) screen.line(formatFinding(finding, screen));
  if (options.json !== true) host.stderr.write(`${summarize(sorted, reported)}\n`);
  return code;
}

/** By file, the user's first, then by place. */
function compare(one: HooksFinding, other: HooksFinding): number {
  if (one.file !== other.file) return 0;
  return one.line - other.line || one.column - other.column;
}

function summarize(findings: readonly HooksFinding[], { read, isPartial = false }: Reported): string {
  if (findings.length === 0 && read.hooks.length === 0) return explainNoHooks(read);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const hooks = read.hooks.length === 1 ? '1 hook' : `${read.hooks.length} hooks`;
  const unasked = isPartial ? ' The tools and their parameters were not checked.' : '';
  if (findings.length === 0) return `${hooks}: nothing is wrong${isPartial ? ' with the files.' : '.'}${unasked}`;
  return `${count(errors, 'problem')}, ${count(findings.length - errors, 'warning')}.${unasked}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
