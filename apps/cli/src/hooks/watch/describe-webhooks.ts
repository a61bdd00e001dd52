import { explainUnserved, type KnownHook } from '@toolyard/hooks';
import type { HooksEvent } from '@toolyard/host/hooks';
import type { Surroundings } from '@toolyard/host';

/** Where webhooks are served. */
export interface WebhookAddress {
  /** What stands before `/hooks/ID`; absent where no port is served. */
  readonly url?: string | undefined;
  /** What to do where it is absent. */
  readonly unserved: string;
}

/** A line for each hook with a secret: its address, or why it has none. */
export function describeWebhooks(
  hooks: readonly KnownHook[],
  { url, unserved }: WebhookAddress,
  { env }: Pick<Surroundings, 'env'>,
): readonly string[] {
  const meant = hooks.filter(({ hook: { enabled, trigger } }) => enabled && trigger.secretEnv !== undefined);
  return meant.map(({ hook }) => {
    const reason = url === undefined ? unserved : explainUnserved(hook, (name) => env[name]);
    return reason === undefined ? `Webhook: ${url}/hooks/${hook.id}` : `Webhook ${hook.id} is not served: ${reason}`;
  });
}

/** One line about webhooks that were turned away. */
export function describeRefused(event: Extract<HooksEvent, { readonly type: 'webhook-refused' }>): string {
  const { hook, status, reason, from, more } = event;
  if (more > 0) return `Refused ${more} more webhook${more === 1 ? '' : 's'} with status ${status} within a minute.`;
  const meant = hook === '' ? '' : ` for "${hook}"`;
  return `Refused a webhook${meant} from ${from} with status ${status}: ${reason}`;
}
