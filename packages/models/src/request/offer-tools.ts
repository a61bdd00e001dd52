import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import type { ModelRequest } from '@toolyard/assistant';
import type { JsonObject } from '@toolyard/core';
import { PROVIDERS, type ProviderName } from '../choose/providers.ts';
import { createProviderNames, type ProviderNames } from './create-provider-names.ts';
import { findSchemaProblem } from './find-schema-problem.ts';
import { toAcceptedSchema } from './to-accepted-schema.ts';

/** The tools of a request as the provider is told of them. */
export interface OfferedTools {
  readonly tools: LanguageModelV3FunctionTool[];
  readonly names: ProviderNames;
  /** Why a tool could not be offered, a sentence for each; one such tool would make the provider refuse them all. */
  readonly leftOut: readonly string[];
}

/** Gives each tool a name and a schema that the provider takes, and names those for which there is none. */
export function offerTools({ tools, messages }: ModelRequest, provider: ProviderName): OfferedTools {
  const asked = messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
      : [],
  );
  const names = createProviderNames([...tools.map(({ name }) => name), ...asked]);
  const offered: LanguageModelV3FunctionTool[] = [];
  const leftOut: string[] = [];
  // By itself OpenAI is strict, and demands arguments that are optional.
  const strictness = provider === 'openai' ? { strict: false } : {};
  for (const { name, description, inputSchema } of tools) {
    const broken = findSchemaProblem(inputSchema);
    const schema = broken === undefined ? toAcceptedSchema(inputSchema, provider) : {};
    const problem = broken ?? findLostArgument(inputSchema, schema, provider);
    if (problem === undefined)
      offered.push({ type: 'function', name: names.toProvider(name), description, inputSchema: schema, ...strictness });
    else leftOut.push(`Tool "${name}" is not offered to the model, since its input schema cannot be used: ${problem}.`);
  }
  return { tools: offered, names, leftOut };
}

/** An argument that has to be given, and that the provider has no way to name. */
function findLostArgument(original: JsonObject, accepted: JsonObject, provider: ProviderName): string | undefined {
  const known = Object.keys(accepted['properties'] ?? {});
  const demanded = [original['required'] ?? []].flat().filter((name) => typeof name === 'string');
  const declared = Object.keys(original['properties'] ?? {});
  const lost = demanded.find((name) => declared.includes(name) && !known.includes(name));
  return lost === undefined
    ? undefined
    : `${PROVIDERS[provider].label} does not allow the name of its argument ${JSON.stringify(lost)}`;
}
