import { ToolyardError } from '@toolyard/core';
import { PROVIDERS } from './providers.ts';

/** Where a model can be named, and what else decides. */
export interface ModelChoices {
  /** For this one question. */
  readonly option?: string | undefined;
  /** What people call that place; `--model` where absent. */
  readonly optionName?: string | undefined;
  /** In the frontmatter of the note. */
  readonly note?: string | undefined;
  /** `toolyard.model` of the configuration. */
  readonly configuration?: string | undefined;
  /** The value of a variable, of the environment or of the host's secret store. */
  variable(name: string): string | undefined;
}

/**
 * The id of the model to ask: the first that is named, in the order option, note, `TOOLYARD_MODEL`, configuration; else the usual one of
 * the only provider whose key is set. Throws `model-not-chosen` where that leaves none, or several.
 */
export function chooseModel({ option, optionName = '--model', note, configuration, variable }: ModelChoices): string {
  const named = [option, note, variable('TOOLYARD_MODEL'), configuration].find((id) => id !== undefined && id !== '');
  if (named !== undefined) return named;
  const usual = Object.entries(PROVIDERS).flatMap(([provider, { keyVariable, model, label }]) =>
    keyVariable === undefined || model === undefined ? [] : [{ id: `${provider}/${model}`, label, keyVariable }],
  );
  const ready = usual.filter(({ keyVariable }) => (variable(keyVariable) ?? '') !== '');
  const [first, ...others] = ready;
  if (first !== undefined && others.length === 0) return first.id;
  const why = first === undefined ? '' : `, and there are keys for ${ready.map(({ label }) => label).join(' and ')}`;
  const keys =
    first === undefined
      ? `, or set the key of a provider: ${usual.map(({ keyVariable }) => keyVariable).join(', ')}`
      : '';
  const example = first?.id ?? 'anthropic/claude-sonnet-5-5';
  throw new ToolyardError(
    'model-not-chosen',
    `No model is chosen${why}. Choose one with ${optionName}, TOOLYARD_MODEL or "toolyard.model" in the configuration, such as ${example}${keys}.`,
  );
}
