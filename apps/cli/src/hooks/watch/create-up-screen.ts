import { toMessageText } from '@toolyard/core';
import type { HooksEvent } from '@toolyard/host/hooks';
import type { Surroundings } from '@toolyard/host';
import type { Screen, Tone } from '../../terminal/create-screen.ts';
import { renderRunAt } from '../log/render-run.ts';
import { describeLeft } from './describe-stop.ts';
import { describeUnapproved } from './describe-unapproved.ts';
import { describeRefused, describeWebhooks, type WebhookAddress } from './describe-webhooks.ts';

/** Where `toolyard up` shows what hooks do. */
export interface UpScreenOptions {
  readonly screen: Screen;
  readonly surroundings: Pick<Surroundings, 'env'>;
  /** The time as it stands before a line. */
  time(): string;
  /** Where webhooks are served now. */
  address(): WebhookAddress;
}

interface Line {
  readonly tone: Tone;
  readonly text: string;
}

/** Shows what hooks do between what servers do: a line for each run, and what has to be known about the others once. */
export function createUpScreen(options: UpScreenOptions): (event: HooksEvent) => void {
  const { screen } = options;
  const told = new Map<string, string>();
  const skipped = new Map<string, string>();

  function isNews(topic: string, text: string): boolean {
    const isSame = told.get(topic) === text;
    told.set(topic, text);
    return !isSame;
  }

  function showRun({ record, isMismatch }: Extract<HooksEvent, { readonly type: 'run-ended' }>): void {
    const { hook, status, reason = '' } = record;
    // The log has each of them; here the same reason is told until the hook runs again.
    const isRepeated = status === 'skipped' && skipped.get(hook) === reason;
    if (isMismatch || isRepeated) return;
    if (status === 'skipped') skipped.set(hook, reason);
    else skipped.delete(hook);
    screen.line(renderRunAt(record, screen, options.time()));
  }

  return (event) => {
    if (event.type === 'run-ended') return showRun(event);
    const lines = describe(event, options);
    // The same hooks are resolved again whenever a file changes.
    const isState = event.type === 'hooks-resolved' || event.type === 'watch-started';
    if (isState && !isNews(event.type, lines.map(({ text }) => text).join('\n'))) return;
    for (const { tone, text } of lines) {
      screen.line(`${screen.paint('quiet', options.time())}  ${screen.paint(tone, toMessageText(text))}`);
    }
  };
}

/** What is told about an event; nothing of most that an engine does. */
function describe(
  event: Exclude<HooksEvent, { readonly type: 'run-ended' }>,
  options: UpScreenOptions,
): readonly Line[] {
  switch (event.type) {
    case 'watch-started':
      return describeStarted(event, options);
    case 'hooks-resolved':
      return describeUnapproved(event.hooks).map((text) => ({ tone: 'busy', text }));
    case 'hooks-wrong':
      return ['The hooks do not run, because a file has problems:', ...event.lines].map(toBad);
    case 'watch-failed':
      return [toBad(`The hooks do not run: ${event.message}`)];
    case 'watch-elsewhere':
      return [
        { tone: 'quiet', text: `Another process runs the hooks of ${event.workspace}; they run here when it ends` },
      ];
    case 'warning':
      return event.message.split('\n').map((text) => ({ tone: 'busy', text }));
    case 'webhook-refused':
      return [{ tone: 'busy', text: describeRefused(event) }];
    case 'runs-resumed':
      return [{ tone: 'quiet', text: describeLeft(event.runs) }];
    case 'engine-ended':
      return event.why === 'asked to' && event.pending > 0
        ? [{ tone: 'quiet', text: `Runs of hooks that wait for the next start: ${event.pending}` }]
        : [];
    default:
      return [];
  }
}

function toBad(text: string): Line {
  return { tone: 'bad', text };
}

function describeStarted(
  { workspace, hooks }: Extract<HooksEvent, { readonly type: 'watch-started' }>,
  { address, surroundings }: UpScreenOptions,
): readonly Line[] {
  const enabled = hooks.filter(({ hook }) => hook.enabled).length;
  if (enabled === 0) return [];
  const count = enabled === 1 ? '1 hook' : `${enabled} hooks`;
  const webhooks = describeWebhooks(hooks, address(), surroundings);
  return [`Running ${count} of ${workspace}`, ...webhooks].map((text) => ({ tone: 'good', text }));
}
