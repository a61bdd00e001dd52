import { isJsonObject, matchPath, toKeyForms } from '@toolyard/core';
import type { Issue, IssueCode, Note, ToolBlock } from '../parse/note.ts';
import { describeNotFound } from '../parse/server-not-found.ts';
import type {
  BindableServer,
  Binding,
  BindingContext,
  BoundBlock,
  BoundNote,
  BoundRange,
  ResolvedBinding,
} from './binding.ts';
import { findDefaultServer } from './find-default-server.ts';
import { findSections } from './find-sections.ts';
import { readConfiguredBinding } from './read-binding.ts';
import { readNoteBindings } from './read-note-bindings.ts';

/** Finds the server of each block and each line; what is wrong with a binding or a block is data. */
export function resolveBindings(note: Note, context: BindingContext): BoundNote {
  const own = readNoteBindings(note);
  const configured = readConfigured(note, context);
  const ofNote = own.bindings.map((binding) => resolveOwn(note, binding, context.servers));
  const bindings = [...configured.resolved, ...ofNote];
  const ranges = bindings.flatMap((resolved) => resolved.ranges).toSorted(byWeight);
  const bindingAt = (line: number): Binding | undefined =>
    ranges.findLast((range) => range.line <= line && line <= range.endLine)?.binding;
  const issues = [
    ...configured.issues,
    ...note.issues,
    ...own.issues,
    ...ofNote.flatMap((resolved) => resolved.issues),
  ];
  return {
    note,
    blocks: note.blocks.map((block) => bindBlock(block, bindingAt(block.range.line), context.servers)),
    bindings,
    unread: own.unread,
    ranges,
    bindingAt,
    serverAt: (line) => bindingAt(line)?.server,
    issues: issues.toSorted((left, right) => left.line - right.line || left.column - right.column),
  };
}

/** From the weakest to the strongest: those of the configuration, then those of the note; of each the larger first. */
function byWeight(left: BoundRange, right: BoundRange): number {
  const isOwn = (range: BoundRange): number => (range.binding.line === undefined ? 0 : 1);
  const size = (range: BoundRange): number => range.endLine - range.line;
  return isOwn(left) - isOwn(right) || size(right) - size(left);
}

function readConfigured(
  note: Note,
  { bindings, path, servers }: BindingContext,
): { resolved: ResolvedBinding[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const resolved = bindings.flatMap((entry, index) => {
    const glob = isJsonObject(entry) ? entry['document'] : undefined;
    if (typeof glob === 'string' && !matchPath(glob, path)) return [];
    const report = (message: string, issue: Partial<Issue> = {}): void => {
      const full = `toolyard.bindings[${index}] of the configuration: ${message}`;
      issues.push({ code: 'invalid-binding', line: 1, column: 1, severity: 'error', ...issue, message: full });
    };
    const binding = readConfiguredBinding(entry, (message) => report(message));
    if (binding === undefined) return [];
    const { ranges } = findSections(note, binding);
    // It is for many notes, and in the way of those alone that have such a section.
    const severity = ranges.length > 0 ? 'error' : 'warning';
    const wrong = checkServer(binding, servers).map((issue) => ({ ...issue, severity }) as const);
    for (const { message, code } of wrong) report(message, { code, severity });
    return { binding, ranges, issues: wrong };
  });
  return { resolved, issues };
}

function resolveOwn(note: Note, binding: Binding, servers: readonly BindableServer[]): ResolvedBinding {
  const { ranges, issues } = findSections(note, binding);
  return { binding, ranges, issues: [...issues, ...checkServer(binding, servers)] };
}

function checkServer({ server, line = 1, column = 1 }: Binding, servers: readonly BindableServer[]): Issue[] {
  const keys = servers.map(({ key }) => key);
  if (keys.includes(server)) return [];
  const message = describeNotFound(server, keys);
  return [{ code: 'server-not-found', message, line, column, severity: 'error' }];
}

function bindBlock(block: ToolBlock, binding: Binding | undefined, servers: readonly BindableServer[]): BoundBlock {
  const refuse = (code: IssueCode, message: string): BoundBlock => {
    const { line } = block.range;
    return { block, issues: [...block.issues, { code, message, line, column: 1, severity: 'error' }] };
  };
  const { server: named } = block;
  if (binding !== undefined && named !== undefined && named !== binding.server) {
    return refuse('section-bound', describeBound(binding, named));
  }
  const key = named ?? binding?.server ?? findDefaultServer(servers);
  if (key === undefined) {
    return refuse('server-disabled', 'No server is enabled; enable one, or name one with "server"');
  }
  const isDefault = named === undefined && binding === undefined;
  const meant = isDefault ? findMeant(block.tool, key, servers) : undefined;
  if (meant !== undefined) {
    return refuse('no-server', `"${block.tool}" looks like a tool of server ${meant}; name the server with "server"`);
  }
  const server = servers.find((known) => known.key === key);
  if (server === undefined) {
    const keys = servers.map((known) => known.key);
    return refuse('server-not-found', describeNotFound(key, keys));
  }
  if (!server.enabled) return refuse('server-disabled', `Server ${key} is disabled`);
  return { block, server: key, ...(isDefault && { isDefault }), issues: block.issues };
}

/** Says that a section has another server than the one that was named. */
export function describeBound({ name, server }: Pick<Binding, 'name' | 'server'>, named: string): string {
  return `Section "${name}" is bound to server ${server}; ${named} is not available here`;
}

/** The other server whose key a tool's name begins with: the server of blocks that name none must not get what is meant for it. */
function findMeant(tool: string, first: string, servers: readonly BindableServer[]): string | undefined {
  const begins = ({ key }: BindableServer): boolean => toKeyForms(key).some((form) => tool.startsWith(form));
  return servers.find((server) => server.key !== first && begins(server))?.key;
}
