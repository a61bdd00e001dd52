import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import {
  type CatalogueEntry,
  type ShownConfiguration,
  toLine,
  type ToolCall,
  type ToolOutcome,
  ToolyardError,
  toToolId,
  toVisibleJson,
  toVisibleJsonText,
  toVisibleLine,
} from '@toolyard/core';
import { serverOf } from '@toolyard/host';
import { findUnknownArguments, formatArgumentProblem, validateArguments } from '@toolyard/runtime';
import { callAtTerminal } from '../call/call-at-terminal.ts';
import { parseArguments } from '../call/parse-arguments.ts';
import { printResult } from '../call/print-result.ts';
import { listPages } from '../question/list-pages.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { renderUsage } from '../terminal/render-usage.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { findTool, selectForTool } from '../yard/find-tool.ts';
import { WAIT_MS, waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type CommonOptions, type YardUse } from '../yard/with-yard.ts';

/** What `toolyard call` was given. */
export interface CallOptions extends CommonOptions {
  readonly tool: string;
  /** `name=value`, as they were typed. */
  readonly words: readonly string[];
  readonly args?: string;
  readonly timeout?: number;
  /** The most milliseconds to wait for servers that are starting. */
  readonly wait?: number;
  readonly out?: string;
}

/** `toolyard call`: one call, on the running yard, else on the one server it needs where the name says which. */
export async function runCall(options: CallOptions, context: CommandContext): Promise<number> {
  if (options.out !== undefined) await checkFolder(options.out);
  const select: Parameters<typeof withYard>[1]['select'] = (all) => selectForTool(all, options.tool);
  return withYard(context, { ...options, select }, async (use) => {
    const { configuration, signal, yard } = use;
    await waitForServers(yard, context, { ...toWait(options, configuration), signal });
    if (signal.aborted) return EXIT.interrupted;
    const request = await prepare(use, options, context);
    const { outcome, isInterrupted } = await callAtTerminal(use, context, { request, json: options.json === true });
    const code = await report(outcome, options, context);
    return isInterrupted ? EXIT.interrupted : code;
  });
}

/** Finds the tool and reads its arguments; the yard is told of a call that cannot be made, for its history. */
async function prepare(
  { configuration, yard }: YardUse,
  options: CallOptions,
  context: CommandContext,
): Promise<ToolCall> {
  const session = `call-${randomUUID()}`;
  let name = options.tool;
  try {
    const tool = findTool(configuration, yard, options.tool);
    name = tool.id;
    return { ...(await toRequest(tool, options, context)), session };
  } catch (error) {
    if (ToolyardError.is(error)) {
      const server = serverOf(configuration, name);
      const why = ToolyardError.is(error.cause) ? error.cause : error;
      await yard.calls.noteRefusal({ tool: name, server, origin: 'person', session }, why);
    }
    throw error;
  }
}

/** A server that is named is all that matters, and fails by itself; others may never come. */
function toWait({ tool, wait }: CallOptions, configuration: ShownConfiguration): { ms: number; key?: string } {
  const key = serverOf(configuration, tool);
  if (key === undefined) return { ms: wait ?? WAIT_MS };
  return { ms: wait ?? configuration.settings.startTimeoutMs + 5000, key };
}

/** A result that cannot be written would be lost, so the folder is looked at before the call. */
async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return;
  throw new ToolyardError(
    'usage',
    `--out needs a folder, but ${folder} is a file. A folder that does not exist is created.`,
  );
}

async function toRequest(tool: CatalogueEntry, options: CallOptions, context: CommandContext): Promise<ToolCall> {
  return {
    tool: toToolId(tool.server, tool.name),
    arguments: await readArguments(tool, options, context),
    origin: 'person',
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
  };
}

async function readArguments(
  tool: CatalogueEntry,
  options: CallOptions,
  { terminal }: CommandContext,
): Promise<Record<string, unknown>> {
  const schema = tool.definition['inputSchema'];
  const parsed = parseArguments(options.words, schema, options.args);
  const problems = parsed.problems.map(({ message }) => message);
  if (problems.length === 0) {
    const checked = await validateArguments(schema, parsed.arguments);
    problems.push(...checked.problems.map(formatArgumentProblem));
    if (checked.unchecked !== undefined) {
      terminal.stderr.write(`warning: the arguments were not checked: ${toLine(checked.unchecked)}\n`);
    }
  }
  const unknown = findUnknownArguments(schema, parsed.arguments).map(({ message }) => message);
  if (problems.length === 0) {
    for (const hint of unknown) terminal.stderr.write(`warning: ${toLine(hint)}\n`);
    return parsed.arguments;
  }
  const all = [...new Set([...problems, ...unknown])].map(toLine);
  const lines = [...all.map((problem) => `  ${problem}`), `Usage: ${renderUsage(tool.id, schema)}`];
  const what = `Invalid parameters for ${toVisibleLine(tool.id)}:`;
  const cause = new ToolyardError('arguments-invalid', `${what} ${all.join('; ')}`);
  throw new ToolyardError('arguments-invalid', [what, ...lines].join('\n'), { cause });
}

async function report(outcome: ToolOutcome, options: CallOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  if (outcome.kind === 'failure') {
    if (options.json === true) terminal.stdout.write(`${toVisibleJson({ error: outcome.error })}\n`);
    terminal.stderr.write(`The server answered with error ${outcome.error.code}: ${toLine(outcome.error.message)}\n`);
    for (const { url, host: name } of listPages(outcome.error)) {
      terminal.stderr.write(`If you trust ${name}, open this page, then make the call again:\n  ${url}\n`);
    }
    return EXIT.failed;
  }
  // The text of the answer, not its value printed again: numbers beyond 2^53 and the order of members stay.
  if (options.json === true)
    terminal.stdout.write(`${terminal.stdout.isTTY === true ? toVisibleJsonText(outcome.json) : outcome.json}\n`);
  else await printResult(outcome.result, context, options.out ?? surroundings.cwd);
  return outcome.kind === 'success' ? EXIT.done : EXIT.failed;
}
