import { APICallError } from '@ai-sdk/provider';
import { createRedactor, cutText, isJsonObject, toLine, toMessage, ToolyardError } from '@toolyard/core';
import { PROVIDERS, type ProviderName } from '../choose/providers.ts';

/** Whose failure it is. */
export interface FailedModel {
  readonly id: string;
  readonly provider: ProviderName;
  /** Never shown, also not where a provider repeats it. */
  readonly key?: string | undefined;
}

const MAX_REASON = 500;

const NO_TOOLS =
  /does not support tools|(tool|function) (use|calling) is not (supported|enabled)|no endpoints found that support tool/i;

/** What a failed request means for people: `model-unavailable` where asking again may help, `model-refused` where only a change does. */
export function toModelError(error: unknown, model: FailedModel): ToolyardError {
  const { id, provider, key = '' } = model;
  const { urlVariable } = PROVIDERS[provider];
  const hide = createRedactor([key]);
  // What failed on the way is wrapped by some of the packages.
  const cause = APICallError.isInstance(error) ? error.cause : error;
  if (ToolyardError.is(cause)) {
    if (cause.code.startsWith('model-')) return cause;
    const why = cause.message.replaceAll('its "url"', urlVariable);
    // What the requester says of it has no advice.
    const advice = cause.code === 'connection-lost' ? ' Ask again, or choose another model.' : '';
    return new ToolyardError('model-unavailable', `Model "${id}" ${hide(why)}.${advice}`);
  }
  const status = statusOf(error);
  // Masked before it is cut: half a key would not be known as one.
  const reason = cutText(hide(toLine(reasonOf(error))), MAX_REASON).replace(/\.$/, '');
  if (status === undefined)
    return new ToolyardError('model-unavailable', `Model "${id}" gave no whole answer: ${reason}. Ask again.`);
  return explainStatus(status, reason, model);
}

function explainStatus(status: number, reason: string, { id, provider }: FailedModel): ToolyardError {
  const { label, keyVariable, urlVariable } = PROVIDERS[provider];
  const refuse = (message: string): ToolyardError => new ToolyardError('model-refused', message);
  if (NO_TOOLS.test(reason))
    return refuse(`Model "${id}" cannot call tools. Choose another model, or ask without tools. (${label}: ${reason})`);
  if (status === 401 || status === 403) {
    const advice = keyVariable === undefined ? `Check ${urlVariable}` : `Check ${keyVariable}`;
    return refuse(`Model "${id}" was refused by ${label} (${status}): ${reason}. ${advice}.`);
  }
  if (status === 404) {
    const advice =
      provider === 'ollama' ? 'Get it with "ollama pull"' : `Check its name, and ${urlVariable} if it is set`;
    return refuse(`Model "${id}" was not found (404): ${reason}. ${advice}.`);
  }
  if (status >= 300 && status < 400)
    return refuse(
      `Model "${id}" is somewhere else: ${label} answered with a redirect (${status}). Set ${urlVariable} to the new address.`,
    );
  if (isBusy(status))
    return new ToolyardError('model-unavailable', `Model "${id}" is busy (${status}): ${reason}. Try again later.`);
  if (status >= 500)
    return new ToolyardError('model-unavailable', `Model "${id}" failed (${status}): ${reason}. Ask again.`);
  return refuse(`Model "${id}" refused the request (${status}): ${reason}.`);
}

/** Whether a provider asks to come back later: a rate limit, or an overload. */
export function isBusy(status: number | undefined): boolean {
  return status === 429 || status === 503 || status === 529;
}

/** The HTTP status of a failure, also of one that came inside of a stream; none where the answer began well. */
export function statusOf(error: unknown): number | undefined {
  const status = isJsonObject(error) || error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status >= 300 ? status : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (isJsonObject(error)) return typeof error['message'] === 'string' ? error['message'] : JSON.stringify(error);
  return toMessage(error);
}
