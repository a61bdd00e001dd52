import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { Model, ModelEvent, ModelRequest } from '@toolyard/assistant';
import { delayOrThrow, joinSignals, ToolyardError, type Clock, type HttpRequester } from '@toolyard/core';
import { readAnswer } from './answer/read-answer.ts';
import { toModelError } from './answer/to-model-error.ts';
import { findModelFacts } from './choose/model-facts.ts';
import { parseModelId, type ParsedModelId } from './choose/parse-model-id.ts';
import { PROVIDERS } from './choose/providers.ts';
import { resolveAccess } from './choose/resolve-access.ts';
import { createFetch } from './connect/create-fetch.ts';
import { loadLanguageModel } from './connect/load-language-model.ts';
import type { StreamingModel } from './connect/streaming-model.ts';
import { toRetryMs } from './connect/to-retry-ms.ts';
import { offerTools } from './request/offer-tools.ts';
import { toMetadataKey } from './request/to-metadata-key.ts';
import { toPrompt } from './request/to-prompt.ts';

/** What a model is reached with. */
export interface ModelOptions {
  /** The value of a variable, of the environment or of the host's secret store: keys and base URLs. */
  variable(name: string): string | undefined;
  readonly requester: HttpRequester;
  readonly clock: Clock;
  /** How long one request may wait, in all, for a provider that says that it is busy; 60 s unless given. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 60_000;
const SILENCE_MS = 60_000;

const PROVIDER_OPTIONS = {
  // Nothing is kept there; what OpenAI wants back of its reasoning comes encrypted then.
  openai: { store: false },
  // Nobody looks at arguments before they are whole, and checked ones are more often JSON.
  anthropic: { toolStreaming: false },
};

/** A model by its id, `provider/name`. Throws `model-not-chosen` for an id that is none, and `model-key-missing`, which names the variable. */
export function createModel(id: string, { variable, requester, clock, patienceMs = PATIENCE_MS }: ModelOptions): Model {
  const parsed = parseModelId(id);
  const { provider, name } = parsed;
  const access = resolveAccess(id, provider, variable);
  const facts = findModelFacts(provider, name, variable('OLLAMA_CONTEXT_LENGTH'));
  const failed = { id, provider, key: access.key };
  const send = createFetch({ requester, clock, silenceMs: SILENCE_MS, toSilence: () => toSilence(id) });
  const told = new Set<string>();
  let loaded: Promise<StreamingModel> | undefined;

  async function* ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const { tools, names, leftOut } = offerTools(request, provider);
    for (const message of leftOut.filter((one) => !told.has(one))) {
      told.add(message);
      yield { type: 'notice', message };
    }
    const end = new AbortController();
    const joined = joinSignals(signal, end.signal);
    try {
      loaded ??= loadLanguageModel({ ...parsed, access, send, contextTokens: facts.contextTokens });
      const prompt = toPrompt(request, { ...parsed, names, takesImages: facts.takesImages });
      const options = {
        prompt,
        tools,
        ...(request.maxOutputTokens !== undefined && { maxOutputTokens: request.maxOutputTokens }),
        abortSignal: joined.signal,
        providerOptions: PROVIDER_OPTIONS,
      };
      const stream = yield* openStream(await loaded, options, { parsed, clock, patienceMs });
      yield* readAnswer(stream, { id, metadataKey: toMetadataKey(provider), toToolName: names.fromProvider });
    } catch (error) {
      signal.throwIfAborted();
      throw toModelError(error, failed);
    } finally {
      // Whoever reads no further wants no further tokens.
      end.abort();
      joined.release();
    }
  }

  return { id, ...facts, ask };
}

interface Patience {
  readonly parsed: ParsedModelId;
  readonly clock: Clock;
  readonly patienceMs: number;
}

/** Makes the request, and again while the provider asks to come back within the time that there is. */
async function* openStream(
  model: StreamingModel,
  options: LanguageModelV3CallOptions & { readonly abortSignal: AbortSignal },
  { parsed, clock, patienceMs }: Patience,
): AsyncGenerator<ModelEvent, ReadableStream<LanguageModelV3StreamPart>> {
  const end = clock.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      return (await model.doStream(options)).stream;
    } catch (error) {
      const ms = toRetryMs(error, tries, clock);
      if (ms === undefined || clock.now() + ms > end) throw error;
      const { label } = PROVIDERS[parsed.provider];
      yield { type: 'notice', message: `${label} is busy. Asking again in ${Math.ceil(ms / 1000)} s.` };
      await delayOrThrow(clock, ms, options.abortSignal);
    }
  }
}

function toSilence(id: string): ToolyardError {
  return new ToolyardError(
    'model-silent',
    `Model "${id}" sent nothing for ${SILENCE_MS / 1000} s. Ask again, or choose another model.`,
  );
}
