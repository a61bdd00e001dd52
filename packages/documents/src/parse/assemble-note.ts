import { attachResults } from './attach-results.ts';
import { findLineEnd } from './find-line-starts.ts';
import { nameBlocks } from './name-blocks.ts';
import type { BlockId, Frontmatter, Heading, Issue, Note, NoteRange, ResultRegion, ToolBlock } from './note.ts';
import type { Fence, NoteStructure, Region } from './note-structure.ts';
import type { BlockBody, BodyIssue } from './block-body.ts';
import { describeNotFound, isMistypedLanguage } from './server-not-found.ts';

/** The parts from which a note is made. */
export interface NoteParts {
  readonly text: string;
  readonly lineStarts: readonly number[];
  readonly servers: readonly string[];
  readonly structure: NoteStructure;
  readonly frontmatter?: Frontmatter;
}

/** Adds to the lines of a note what depends on all of them: offsets, ids, sections, and which result is whose. */
export function assembleNote(parts: NoteParts): Note {
  const { structure } = parts;
  const results = structure.regions.map((region) => toResult(parts, region));
  const tools = structure.fences.filter(isTool);
  const names = nameBlocks(tools.map(({ body }) => body));
  const attached = attachResults(structure, names, results);
  const blocks = tools.map((fence, index) => {
    const result = attached.get(index);
    const block = toBlock(parts, fence, names[index] ?? '');
    const issues = [...block.issues, ...issuesAround(parts, { fence, id: block.id, ...(result && { result }) })];
    return { ...block, issues, ...(result !== undefined && { result }) };
  });
  const headings = toHeadings(parts);
  const owned = new Set(attached.values());
  return {
    ...parts,
    headings,
    blocks,
    results,
    blockIds: toBlockIds(structure, headings),
    issues: [
      ...structure.fences.filter(({ isUnknown }) => isUnknown).map((fence) => toUnknown(parts, fence)),
      ...results.filter((result) => !result.closed && !owned.has(result)).map(toUnclosedResult),
    ].toSorted((left, right) => left.line - right.line),
  };
}

type ToolFence = Fence & { readonly body: BlockBody };

function isTool(fence: Fence): fence is ToolFence {
  return fence.body !== undefined;
}

function toBlock(parts: NoteParts, fence: ToolFence, id: string): ToolBlock {
  const { text: body, hash, server, tool, arguments: values, options, likeOptions, issues } = fence.body;
  return {
    id,
    hash,
    language: fence.language,
    ...(server !== undefined && { server }),
    tool,
    arguments: values,
    options,
    ...(likeOptions !== undefined && { likeOptions }),
    range: toRange(parts, fence),
    bodyRange: toInnerRange(parts, fence),
    body,
    prefix: fence.prefix,
    closed: fence.closed,
    issues: issues.map((issue) => toIssue(parts, fence, issue)),
  };
}

function toResult(parts: NoteParts, region: Region): ResultRegion {
  return {
    ...region.fields,
    range: toRange(parts, region),
    outputRange: toInnerRange(parts, region),
    output: region.output,
    prefix: region.prefix,
    closed: region.closed,
  };
}

function toRange({ text, lineStarts }: NoteParts, { line, endLine, column }: Fence | Region): NoteRange {
  const start = (lineStarts[line] ?? 0) + column;
  return { start, end: findLineEnd(text, lineStarts, endLine - 1), line: line + 1, endLine };
}

/** The lines between the first one and, where there is one, the closing one. */
function toInnerRange({ text, lineStarts }: NoteParts, { line, endLine, closed }: Fence | Region): NoteRange {
  const last = closed ? endLine - 1 : endLine;
  const start = lineStarts[line + 1] ?? text.length;
  return { start, end: lineStarts[last] ?? text.length, line: line + 2, endLine: last };
}

function toIssue({ text, lineStarts }: NoteParts, fence: ToolFence, issue: BodyIssue): Issue {
  const line = fence.line + 1 + issue.line;
  const written = findLineEnd(text, lineStarts, line) - (lineStarts[line] ?? 0);
  const read = fence.body.text.split('\n')[issue.line]?.length ?? written;
  const message =
    issue.code === 'invalid-yaml' ? `YAML parsing failed: ${issue.message} (line ${line + 1})` : issue.message;
  const column = issue.column + Math.max(0, written - read) + 1;
  return { code: issue.code, message, line: line + 1, column, severity: issue.severity };
}

function issuesAround(
  { structure }: NoteParts,
  { fence, id, result }: { readonly fence: ToolFence; readonly id: string; readonly result?: ResultRegion },
): Issue[] {
  const issues: Issue[] = [];
  const place = { line: fence.line + 1, column: fence.column + 1, severity: 'error' } as const;
  const own = fence.body.options.id;
  if (own !== undefined && own !== id) {
    const others = structure.fences.filter(({ body, line }) => body?.options.id === own && line < fence.line);
    const line = (others[0]?.line ?? 0) + 1;
    issues.push({
      ...place,
      code: 'duplicate-id',
      message: `The id "${own}" is already used by the block on line ${line}`,
    });
  }
  if (!fence.closed) {
    const message = 'The block is not closed; put the closing fence after its last line';
    issues.push({ ...place, code: 'unclosed-block', message });
  }
  if (result?.closed === false) issues.push(toUnclosedResult(result));
  return issues;
}

function toUnknown({ servers }: NoteParts, { line, column, language }: Fence): Issue {
  const place = { line: line + 1, column: column + 1 };
  const known = [...servers, 'mcp'];
  return isMistypedLanguage(language, known)
    ? { ...place, code: 'unknown-fence', message: describeNotFound(language, known), severity: 'error' }
    : { ...place, code: 'unknown-fence', message: `Server not found: ${language}`, severity: 'warning' };
}

function toUnclosedResult({ range }: ResultRegion): Issue {
  const message =
    'The result that starts here has no end, so nothing after it is run; put <!-- /toolyard:result --> where it ends';
  return { code: 'unclosed-result', message, line: range.line, column: 1, severity: 'error' };
}

function toHeadings({ structure, lineStarts }: NoteParts): Heading[] {
  const ends: number[] = [];
  // From the last to the first: a section ends before the next heading that is not below it.
  const nextOfLevel = Array.from({ length: 7 }, () => lineStarts.length);
  for (const [index, { level, line }] of [...structure.headings.entries()].toReversed()) {
    ends[index] = Math.min(...nextOfLevel.slice(1, level + 1));
    nextOfLevel[level] = line;
  }
  return structure.headings.map(({ level, text, line }, index) => ({
    level,
    text,
    line: line + 1,
    endLine: ends[index] ?? lineStarts.length,
  }));
}

function toBlockIds({ blockIds }: NoteStructure, headings: readonly Heading[]): BlockId[] {
  const sections = new Map(headings.map((heading) => [heading.line, heading.endLine]));
  return blockIds.map(({ id, line, endLine, isHeading }) => ({
    id,
    line: line + 1,
    endLine: (isHeading ? sections.get(line + 1) : undefined) ?? endLine,
  }));
}
