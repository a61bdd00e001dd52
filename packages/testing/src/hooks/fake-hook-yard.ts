import { ToolyardError, type ServerStatus, type ToolCall, type ToolOutcome } from '@toolyard/core';
import type { HookYard } from '@toolyard/hooks';

/** What a tool does in a test. */
export type FakeTool = (call: ToolCall, signal: AbortSignal) => Promise<ToolOutcome> | ToolOutcome;

/** A yard without servers; for tests. */
export interface FakeHookYard extends HookYard {
  /** Every call, in order. */
  readonly calls: readonly ToolCall[];
  /** What could not be called, as `tool session code`. */
  readonly refused: readonly string[];
  /** The servers that were to be tried again. */
  readonly revived: readonly string[];
  /** A server that runs, unless said otherwise; `undefined` takes it out. Whoever waits for it looks again. */
  setServer(key: string, status: Partial<ServerStatus> | undefined): void;
  /** A tool with any parameters, that gives `done`, unless said otherwise. */
  setTool(server: string, name: string, tool?: FakeTool, definition?: Readonly<Record<string, unknown>>): void;
  /** Tells how often the call of a run was tried, and when it was first sent. */
  tellAttempts(run: string, attempts: number, sentAt?: number): void;
}

/** An empty yard. */
export function createFakeHookYard(): FakeHookYard {
  const servers = new Map<string, ServerStatus>();
  const tools = new Map<string, { readonly run: FakeTool; readonly definition: Readonly<Record<string, unknown>> }>();
  const calls: ToolCall[] = [];
  const refused: string[] = [];
  const revived: string[] = [];
  const waiting = new Set<() => void>();
  const listeners = new Map<string, Parameters<HookYard['onAttempt']>[1]>();
  return {
    calls,
    refused,
    revived,
    noteRefusal: ({ tool, session = '' }, { code }) => void refused.push(`${tool} ${session} ${code}`),
    caller: {
      async call(call, signal) {
        calls.push(call);
        return (await tools.get(call.tool)?.run(call, signal)) ?? toSuccess('done');
      },
    },
    server: (key) => servers.get(key),
    tool: (server, name) => tools.get(`${server}:${name}`)?.definition,
    async settled(key, signal) {
      while (servers.get(key)?.state === 'starting' && !signal.aborted) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal.addEventListener('abort', () => resolve());
        });
      }
    },
    revive: async (key) => void revived.push(key),
    onAttempt(run, listener) {
      listeners.set(run, listener);
      return () => listeners.delete(run);
    },
    setServer(key, status) {
      if (status === undefined) servers.delete(key);
      else servers.set(key, { key, state: 'running', tools: 1, failures: 0, ...status });
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    setTool(server, name, run = () => toSuccess('done'), definition = {}) {
      tools.set(`${server}:${name}`, { run, definition: { name, inputSchema: { type: 'object' }, ...definition } });
    },
    tellAttempts: (run, attempts, sentAt) => listeners.get(run)?.(attempts, sentAt),
  };
}

/** A result with one text. */
export function toSuccess(text: string): ToolOutcome {
  const result = { content: [{ type: 'text', text }] };
  return { kind: 'success', result, json: JSON.stringify(result) };
}

/** The error of a tool itself. */
export function toToolError(text: string): ToolOutcome {
  const result = { content: [{ type: 'text', text }], isError: true };
  return { kind: 'tool-error', result, json: JSON.stringify(result) };
}

/** A call that waits until a test lets it end. */
export interface HeldCall {
  readonly call: ToolCall;
  readonly signal: AbortSignal;
  end(outcome: ToolOutcome | Error): void;
}

/** A tool whose calls wait; one that is aborted ends as cancelled. */
export function createHeldTool(): { readonly tool: FakeTool; readonly held: readonly HeldCall[] } {
  const held: HeldCall[] = [];
  const tool: FakeTool = (call, signal) =>
    new Promise((resolve, reject) => {
      const entry: HeldCall = {
        call,
        signal,
        end(outcome) {
          held.splice(held.indexOf(entry), 1);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      held.push(entry);
      signal.addEventListener('abort', () => entry.end(new ToolyardError('call-cancelled', 'Execution stopped')));
    });
  return { tool, held };
}
