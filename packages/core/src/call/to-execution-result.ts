import type { ContentType, ExecutionResult } from './execution-result.ts';
import { toShownContent } from './to-shown-content.ts';
import type { ToolResult } from './tool-caller.ts';

/** Names under which servers report a total, in `_meta` itself or in its `usage`. */
const TOTALS = ['tokensUsed', 'tokens_used', 'totalTokens', 'total_tokens'];

/** Names of the two halves of a total. */
const HALVES = [
  ['inputTokens', 'outputTokens'],
  ['input_tokens', 'output_tokens'],
  ['promptTokens', 'completionTokens'],
  ['prompt_tokens', 'completion_tokens'],
] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Sums up a tool's result: an image block makes it an image; text that is a JSON object or array, or `structuredContent`
 * where there is no text, JSON; resources of type `text/markdown` alone make it Markdown; everything else is text.
 */
export function toExecutionResult(result: ToolResult, durationMs: number): ExecutionResult {
  const tokensUsed = findTokensUsed(result['_meta']);
  return {
    ...toContent(result),
    displayFormat: 'block',
    executionDuration: Math.max(1, durationMs),
    ...(tokensUsed === undefined ? {} : { tokensUsed }),
  };
}

function toContent(result: ToolResult): { content: unknown; contentType: ContentType } {
  const { blocks, structured } = toShownContent(result);
  if (blocks.some(isImage)) return { content: blocks, contentType: 'image' };
  if (structured !== undefined) return { content: structured, contentType: 'json' };
  const text = blocks.map(toText).join('\n');
  const value = parseJson(text);
  if (value !== undefined) return { content: value, contentType: 'json' };
  const isMarkdown = blocks.length > 0 && blocks.every(isMarkdownResource);
  return { content: text, contentType: isMarkdown ? 'markdown' : 'text' };
}

function isImage(block: unknown): boolean {
  return isFields(block) && block['type'] === 'image';
}

function isMarkdownResource(block: unknown): boolean {
  const resource = resourceOf(block);
  const type = resource?.['mimeType'];
  return typeof resource?.['text'] === 'string' && typeof type === 'string' && /^text\/markdown\b/i.test(type);
}

function toText(block: unknown): string {
  if (!isFields(block)) return JSON.stringify(block) ?? '';
  const { type, text, uri } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource_link' && typeof uri === 'string') return uri;
  const inner = resourceOf(block)?.['text'];
  return typeof inner === 'string' ? inner : JSON.stringify(block);
}

function resourceOf(block: unknown): Fields | undefined {
  const resource = isFields(block) && block['type'] === 'resource' ? block['resource'] : undefined;
  return isFields(resource) ? resource : undefined;
}

/** Only objects and arrays: a lone number or word is meant as text. */
function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The number of tokens that a result's `_meta` reports: `tokensUsed` or `totalTokens`, else the sum of input and output
 * or prompt and completion tokens, in camel or snake case, in `_meta` or in its `usage`; `undefined` where there is none.
 */
function findTokensUsed(meta: unknown): number | undefined {
  if (typeof meta !== 'object' || meta === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(meta));
  return countIn(fields) ?? findTokensUsed(fields.get('usage'));
}

function countIn(fields: ReadonlyMap<string, unknown>): number | undefined {
  const total = TOTALS.map((name) => fields.get(name)).find(isCount);
  if (total !== undefined) return total;
  for (const [one, other] of HALVES) {
    const [taken, given] = [fields.get(one), fields.get(other)];
    if (isCount(taken) && isCount(given)) return taken + given;
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
