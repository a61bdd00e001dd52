import { decodeSpan, scanArray, type Frame } from '@toolyard/core';
import { encodeHeaderValue } from './encode-header-value.ts';
import { findHeaderParameters, type HeaderParameter } from './find-header-parameters.ts';

/** Knows which parameters of a server's tools are repeated in headers. */
export interface ParameterHeaders {
  /** Learns from the answer to `tools/list`; gives it without the tools that must not be used. */
  learn(request: Frame, answer: Frame): Frame;
  /** The headers of a call, by names in lower case. */
  headersOf(call: Frame): Readonly<Record<string, string>>;
}

/** Knows nothing yet. */
export function createParameterHeaders(onRejected: (tool: string, why: string) => void): ParameterHeaders {
  const known = new Map<string, readonly HeaderParameter[]>();
  return {
    learn(request, answer) {
      // Without a cursor it is the beginning of the list, which may be another than before.
      if (request.paramSpan('cursor') === undefined) known.clear();
      const result = answer.span('result');
      if (result === undefined || !decodeSpan(answer.bytes, result).includes('"x-mcp-header"')) return answer;
      return withoutRejected(answer, (tool) => {
        const parameters = findHeaderParameters(tool.inputSchema);
        if (typeof parameters === 'string') onRejected(tool.name, parameters);
        else known.set(tool.name, parameters);
        return typeof parameters !== 'string';
      });
    },
    headersOf(call) {
      const name = call.param('name');
      const parameters = typeof name === 'string' ? (known.get(name) ?? []) : [];
      if (parameters.length === 0) return {};
      const given = call.param('arguments');
      const headers = parameters.map(({ path, header }) => [header, toHeader(path.reduce(memberOf, given))] as const);
      return Object.fromEntries(headers.filter((entry): entry is [string, string] => entry[1] !== undefined));
    },
  };
}

interface NamedTool {
  readonly name: string;
  readonly inputSchema: unknown;
}

/** How many tools are looked at; a list of more is mostly cut anyway. */
const MOST_TOOLS = 100_000;

function withoutRejected(answer: Frame, isGood: (tool: NamedTool) => boolean): Frame {
  const span = answer.result?.get('tools');
  const { elements, end } = (span && scanArray(answer.bytes, span.start, MOST_TOOLS)) ?? {};
  if (span === undefined || elements === undefined || end === undefined) return answer;
  const texts = elements.map((element) => decodeSpan(answer.bytes, element));
  const kept = texts.filter((text) => {
    const { name, inputSchema }: Readonly<Record<string, unknown>> = { ...JSON.parse(text) };
    return typeof name !== 'string' || isGood({ name, inputSchema });
  });
  return kept.length === texts.length ? answer : answer.edited([{ span, text: `[${kept.join(',')}]` }]);
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

function toHeader(value: unknown): string | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? encodeHeaderValue(String(value)) : undefined;
}
