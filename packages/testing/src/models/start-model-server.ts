import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { cleanName, isJsonObject, parseToolId, toSafePrefix, type JsonObject } from '@toolyard/core';
import { startHttpServer, type ArrivedRequest } from '../http/start-http-server.ts';
import { ANTHROPIC_DIALECT } from './anthropic-dialect.ts';
import { CHAT_COMPLETIONS_DIALECT } from './chat-completions-dialect.ts';
import { GOOGLE_DIALECT } from './google-dialect.ts';
import type { ModelDialect, NumberedAnswer } from './model-dialect.ts';
import { OLLAMA_DIALECT } from './ollama-dialect.ts';
import { OPENAI_DIALECT } from './openai-dialect.ts';
import type { ServedAnswer, ServedFailure, ServedTurn, SeenRequest } from './served-turn.ts';

/** An API that a scripted model can speak. */
export type ModelApi = 'anthropic' | 'openai' | 'google' | 'ollama' | 'openai-compatible';

/** Every one of them, for `describe.each`. */
export const MODEL_APIS: readonly ModelApi[] = ['anthropic', 'openai', 'google', 'ollama', 'openai-compatible'];

const DIALECTS: Readonly<Record<ModelApi, ModelDialect>> = {
  anthropic: ANTHROPIC_DIALECT,
  openai: OPENAI_DIALECT,
  google: GOOGLE_DIALECT,
  ollama: OLLAMA_DIALECT,
  'openai-compatible': CHAT_COMPLETIONS_DIALECT,
};

/** A scripted model behind the real API of a provider, on loopback. */
export interface ModelServer {
  /** The id with which the model is chosen. */
  readonly modelId: string;
  /** The variables that lead to it, its key included. */
  readonly environment: Readonly<Record<string, string>>;
  readonly hasArgumentText: boolean;
  /** What was answered by a turn of the script, in order. */
  readonly requests: readonly SeenRequest[];
  /** What the real API would have refused; the reply was 400 and said so. */
  readonly mistakes: readonly string[];
  /** How many connections are open. */
  connections(): number;
  /** Cuts every connection, also in the middle of an answer. */
  cut(): void;
  stop(): Promise<void>;
}

/**
 * Plays the turns, one for each request that the real API would accept. A request beyond the last turn gets the status 500.
 *
 * What is not accepted costs no turn: a wrong key (401), another path (404), and a conversation that breaks the API's rules (400).
 */
export async function startModelServer(api: ModelApi, turns: readonly ServedTurn[]): Promise<ModelServer> {
  const dialect = DIALECTS[api];
  const requests: SeenRequest[] = [];
  const mistakes: string[] = [];
  const reasoned = new Set<string>();

  function play(body: JsonObject): NumberedAnswer | ServedFailure {
    const number = requests.length;
    const seen = dialect.see(body);
    requests.push(seen);
    const scripted = turns[number] ?? { status: 500, message: `The script has no turn ${number + 1}.` };
    const decided = typeof scripted === 'function' ? scripted(seen) : scripted;
    if ('status' in decided) return decided;
    const answer = toNumbered(decided, number, seen.tools);
    if (answer.reasoning !== undefined) for (const { id } of answer.calls) reasoned.add(id);
    return answer;
  }

  const server = await startHttpServer((request, response) => {
    const refusal = findRefusal(request, dialect);
    if (refusal !== undefined) return fail(response, dialect, refusal);
    const body: unknown = JSON.parse(request.body);
    const mistake = isJsonObject(body) ? dialect.findMistake(body, { reasoned }) : 'The body is no object';
    if (mistake !== undefined) mistakes.push(mistake);
    if (mistake !== undefined || !isJsonObject(body))
      return fail(response, dialect, { status: 400, message: mistake ?? '' });
    const decided = play(body);
    if ('status' in decided) return fail(response, dialect, decided);
    void stream(response, dialect, decided);
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const { modelId, hasArgumentText } = dialect;
  const { connections, cut, stop } = server;
  return {
    modelId,
    hasArgumentText,
    environment: dialect.toEnvironment(origin),
    requests,
    mistakes,
    connections,
    cut,
    stop,
  };
}

function findRefusal({ path, headers }: ArrivedRequest, { isPath, key }: ModelDialect): ServedFailure | undefined {
  if (!isPath(path)) return { status: 404, message: `No such path: ${path}` };
  const given = key && headers[key.header];
  // As OpenAI does, which repeats the key.
  return key === undefined || given === key.value
    ? undefined
    : { status: 401, message: `Incorrect API key provided: ${String(given)}` };
}

/** The answer with the names that were offered: a tool id is found under the name that was made of it. */
function toNumbered({ calls = [], ...rest }: ServedAnswer, number: number, offered: readonly string[]): NumberedAnswer {
  const toName = (tool: string): string => {
    const parsed = parseToolId(tool);
    if (offered.includes(tool) || parsed === undefined) return tool;
    return toSafePrefix(parsed.server) + cleanName(parsed.tool);
  };
  return {
    ...rest,
    number,
    calls: calls.map((call, index) => ({
      id: `call_${number}_${index}`,
      name: toName(call.tool),
      arguments: call.arguments,
    })),
  };
}

function fail(
  response: ServerResponse,
  dialect: ModelDialect,
  { status, message = 'Failed', retryAfter }: ServedFailure,
): void {
  if (status === 'silence') return;
  if (status === 'cut') return void response.destroy();
  const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  response.writeHead(status, { 'content-type': 'application/json', ...wait });
  response.end(JSON.stringify(dialect.toErrorBody(status, message)));
}

async function stream(response: ServerResponse, dialect: ModelDialect, answer: NumberedAnswer): Promise<void> {
  const { parts, end, overload } = dialect.toWire(answer);
  response.writeHead(200, { 'content-type': dialect.contentType });
  const { ends = 'whole' } = answer;
  const isOpen = ends === 'cut' || ends === 'silence';
  for (const part of [...parts, ...(isOpen ? [] : ends === 'overload' ? overload : end)])
    await sendSplit(response, part);
  if (ends === 'cut') response.destroy();
  else if (ends !== 'silence') response.end();
}

/** In two halves, also inside of a character, as a network may cut it. */
async function sendSplit(response: ServerResponse, part: string): Promise<void> {
  const bytes = Buffer.from(part);
  const half = bytes.length >> 1;
  response.write(bytes.subarray(0, half));
  await turn();
  // Sent before anything else happens: a connection that is cut takes along what still waits.
  await new Promise((resolve) => void response.write(bytes.subarray(half), resolve));
}
