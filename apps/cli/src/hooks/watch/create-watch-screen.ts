import { toMessageText, toVisibleJson } from '@toolyard/core';
import { hasSchedule, type KnownHook } from '@toolyard/hooks';
import { type HooksEvent, waitsForFiles, type WatchEnd } from '@toolyard/host/hooks';
import { createScreen } from '../../terminal/create-screen.ts';
import { renderRun } from '../log/render-run.ts';
import type { CommandHooks } from '../open/open-command-hooks.ts';
import { describeLeft, describeStop } from './describe-stop.ts';
import { describeUnapproved } from './describe-unapproved.ts';
import { describeRefused, describeWebhooks } from './describe-webhooks.ts';

type WatchHooks = Pick<CommandHooks, 'terminal' | 'surroundings' | 'options'>;

const UNSERVED = 'start "toolyard hooks watch" with --webhooks, or "toolyard up"';

/**
 * Shows a person what happens in a workspace that is watched: runs on stdout, one line each, and everything else on stderr. What did
 * not match is only shown with `--debug`.
 */
export function createWatchScreen(
  opened: WatchHooks,
  webhookUrl: () => string | undefined = () => undefined,
): (event: HooksEvent) => void {
  const { terminal, surroundings, options } = opened;
  const out = createScreen(terminal.stdout, surroundings.env);
  let told = '';

  // Warnings quote names of files, which anybody may have chosen.
  const say = (text: string): void => void terminal.stderr.write(`${toMessageText(text)}\n`);

  function showRun({ record, isMismatch }: Extract<HooksEvent, { readonly type: 'run-ended' }>): void {
    if (isMismatch && options.debug !== true) return;
    out.line(options.json === true ? toVisibleJson(record) : renderRun(record, out));
  }

  return (event) => {
    if (event.type === 'run-ended') return showRun(event);
    const text = describe(event);
    // The same hooks are resolved again whenever a file changes.
    const isKnown = event.type === 'hooks-resolved' && text === told;
    if (event.type === 'hooks-resolved') told = text;
    if (text !== '' && !isKnown) say(text);
    if (event.type !== 'watch-started') return;
    for (const line of describeWebhooks(event.hooks, { url: webhookUrl(), unserved: UNSERVED }, surroundings))
      say(line);
  };
}

/** What a person is told about an event; nothing of most that an engine does. */
function describe(event: Exclude<HooksEvent, { readonly type: 'run-ended' }>): string {
  switch (event.type) {
    case 'warning':
      return `warning: ${event.message}`;
    case 'watch-failed':
      return `Stopped watching: ${event.message}`;
    case 'engine-awaited':
      return 'Another command is running hooks of this workspace. Waiting for it to finish.';
    case 'runs-resumed':
      return describeLeft(event.runs);
    case 'watch-started':
      return describeWatch(event.workspace, event.hooks);
    case 'hooks-changed':
      return 'Reloaded the hooks.';
    case 'hooks-resolved':
      return describeUnapproved(event.hooks).join('\n');
    case 'configuration-kept':
      return `Keeping the running configuration: ${event.reason}`;
    case 'webhook-refused':
      return describeRefused(event);
    case 'engine-ended':
      return describeWatchEnd(event.why, event.pending);
    default:
      return '';
  }
}

/** What a person is told when everything is watched. */
function describeWatch(workspace: string, hooks: readonly KnownHook[]): string {
  const enabled = hooks.filter(({ hook }) => hook.enabled).length;
  if (enabled === 0) {
    const todo = hooks.length === 0 ? 'Write one' : 'All are disabled: set "enabled" to true for one';
    return `Watching ${workspace}, but there is no hook to run. ${todo}; it takes effect as soon as its file is saved. Press Ctrl-C to stop.`;
  }
  return `Watching ${workspace} (${describeSources(hooks)}) for ${enabled} hook${enabled === 1 ? '' : 's'}. Press Ctrl-C to stop.`;
}

function describeSources(hooks: readonly KnownHook[]): string {
  const isTimed = hooks.some(hasSchedule);
  if (hooks.some(waitsForFiles)) return isTimed ? 'files, git and the clock' : 'files and git';
  return `${isTimed ? 'git and the clock' : 'git'}; no hook waits for files`;
}

/** What a person is told when a watch ends with that many runs that have not ended. */
function describeWatchEnd(why: WatchEnd, waiting: number): string {
  if (why === 'configuration changed') return 'The configuration changed.';
  if (why === 'yard gone') return 'The Toolyard that ran the servers has stopped. Continuing without it.';
  return describeStop(waiting);
}
