import type {
  Candidate,
  Content,
  FinishReason,
  FunctionDeclaration,
  GenerateContentResponse,
  GenerateContentResponseUsageMetadata,
  GenerationConfig,
  Part,
  Schema,
  Tool,
  Type,
} from '@google/genai';
import {
  findToolMistake,
  MODEL_KEY,
  SCRIPTED_USAGE,
  SIGNATURE,
  toEventText,
  toPieces,
  type AnswerMemory,
  type ModelDialect,
  type NumberedAnswer,
} from './model-dialect.ts';

/** `streamGenerateContent` of Google's Gemini API. */
export const GOOGLE_DIALECT: ModelDialect = {
  modelId: 'google/gemini-3-pro-preview',
  contentType: 'text/event-stream',
  hasArgumentText: false,
  toEnvironment: (origin) => ({
    GOOGLE_GENERATIVE_AI_API_KEY: MODEL_KEY,
    GOOGLE_GENERATIVE_AI_BASE_URL: `${origin}/v1beta`,
  }),
  isPath: (path) => path === '/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse',
  key: { header: 'x-goog-api-key', value: MODEL_KEY },
  findMistake: (body, memory) => findMistake(toParams(body), memory),
  see(body) {
    const { contents, systemInstruction, tools = [] } = toParams(body);
    return {
      body,
      system: (systemInstruction?.parts ?? []).map(({ text }) => text).join('\n'),
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name = '' }) => name)),
      news: contents.slice(contents.findLastIndex(({ role }) => role === 'model') + 1).flatMap(toTexts),
    };
  },
  toWire: (answer) => ({
    parts: [...toParts(answer)].map((part) => toText({ candidates: [{ content: { role: 'model', parts: [part] } }] })),
    end: [
      toText({
        candidates: [{ content: { role: 'model', parts: [] }, finishReason: toReason(answer) }],
        usageMetadata: toUsage(),
      }),
    ],
    overload: [toEventText({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } })],
  }),
  toErrorBody: (status, message) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'ERROR' },
  }),
};

/** The body of a request, made of the types of the SDK, whose functions take it in another shape. */
export interface GoogleRequestBody {
  readonly contents: readonly Content[];
  readonly systemInstruction?: Content;
  readonly tools?: readonly (Omit<Tool, 'functionDeclarations'> & {
    readonly functionDeclarations?: readonly WireDeclaration[];
  })[];
  readonly generationConfig?: GenerationConfig;
}

type WireDeclaration = Omit<FunctionDeclaration, 'parameters'> & { readonly parameters?: WireSchema };

/** An enumeration of the SDK is text on the wire, in either case. */
interface WireSchema extends Omit<Schema, 'type' | 'items' | 'properties' | 'anyOf'> {
  readonly type?: Lowercase<`${Type}`>;
  readonly items?: WireSchema;
  readonly properties?: Readonly<Record<string, WireSchema>>;
  readonly anyOf?: readonly WireSchema[];
}

/** A piece of an answer. */
type SentResponse = Partial<Pick<GenerateContentResponse, 'responseId'>> & {
  readonly candidates?: readonly (Omit<Candidate, 'finishReason'> & { readonly finishReason?: `${FinishReason}` })[];
  readonly usageMetadata?: GenerateContentResponseUsageMetadata;
};

/** The one place where the body of a request is believed to be one. */
function toParams(body: unknown): GoogleRequestBody {
  return body as GoogleRequestBody;
}

function toText(response: SentResponse): string {
  return toEventText({ ...response, responseId: 'response-1', modelVersion: 'gemini-3-pro-preview' });
}

function toTexts({ parts = [] }: Content): readonly string[] {
  return parts.flatMap(({ text, functionResponse }) => {
    if (functionResponse !== undefined) return [String(functionResponse.response?.['content'])];
    return text === undefined ? [] : [text];
  });
}

function findMistake({ contents, tools = [] }: GoogleRequestBody, memory: AnswerMemory): string | undefined {
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const schemas = declared.map(({ name, parameters }) => ({ name, schema: parameters ?? { type: 'object' } }));
  const odd = findToolMistake(schemas, /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/) ?? findKeyword(declared);
  if (odd !== undefined) return odd;
  if (contents[0]?.role !== 'user') return 'Please ensure that multiturn requests start with a user turn';
  for (const [index, { parts = [], role }] of contents.entries()) {
    if (parts.length === 0) return `contents[${index}].parts: must include at least one parts field`;
    const calls = parts.filter(({ functionCall }) => functionCall !== undefined);
    const next = contents[index + 1]?.parts ?? [];
    const answers = next.filter(({ functionResponse }) => functionResponse !== undefined);
    if (role === 'model' && calls.length !== answers.length) return COUNT_DIFFERS;
    const mistake = findCallMistake(calls, answers, memory);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

const COUNT_DIFFERS =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

function findCallMistake(
  calls: readonly Part[],
  answers: readonly Part[],
  { reasoned }: AnswerMemory,
): string | undefined {
  const toIds = (parts: readonly Part[]): string =>
    parts.map(({ functionCall, functionResponse }) => (functionCall ?? functionResponse)?.id).join();
  if (calls.length > 0 && toIds(calls) !== toIds(answers))
    return `Function responses do not match the calls: ${toIds(calls)}`;
  const [first] = calls;
  const wantsSignature = reasoned.has(first?.functionCall?.id ?? '');
  return wantsSignature && first?.thoughtSignature !== SIGNATURE
    ? `Function call is missing a thought_signature in functionCall parts: ${first?.functionCall?.name}`
    : undefined;
}

/** What the API does not know inside of `parameters`. */
const UNKNOWN =
  /"(\$schema|\$ref|\$defs|additionalProperties|oneOf|allOf|not|const|patternProperties|exclusiveMinimum)":[^,}]/;

function findKeyword(declared: readonly { readonly parameters?: unknown }[]): string | undefined {
  const [, keyword] = UNKNOWN.exec(JSON.stringify(declared.map(({ parameters }) => parameters))) ?? [];
  return (
    keyword &&
    `Invalid JSON payload received. Unknown name "${keyword}" at 'tools[0].function_declarations[0].parameters': Cannot find field.`
  );
}

function* toParts({ reasoning, text, calls }: NumberedAnswer): Generator<Part> {
  for (const piece of toPieces(reasoning)) yield { text: piece, thought: true };
  for (const piece of toPieces(text)) yield { text: piece };
  for (const [index, { id, name, arguments: given }] of calls.entries()) {
    const args = typeof given === 'string' ? {} : { ...given };
    // Of parallel calls only the first is signed.
    const signature = reasoning === undefined || index > 0 ? {} : { thoughtSignature: SIGNATURE };
    yield { functionCall: { id, name, args }, ...signature };
  }
}

function toReason({ ends }: NumberedAnswer): `${FinishReason}` {
  if (ends === 'length') return 'MAX_TOKENS';
  return ends === 'refused' ? 'SAFETY' : 'STOP';
}

function toUsage(): GenerateContentResponseUsageMetadata {
  const { input, cached, output } = SCRIPTED_USAGE;
  return {
    promptTokenCount: input,
    cachedContentTokenCount: cached,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
  };
}
