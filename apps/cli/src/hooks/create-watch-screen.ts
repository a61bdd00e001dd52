import { toMessage, toMessageText, toVisibleJson } from '@toolyard/core';
import { explainHooks, type EngineEvent, type KnownHook, type RunRecord } from '@toolyard/hooks';
import { createScreen } from '../terminal/create-screen.ts';
import type { HookJudgement } from './judge-hooks.ts';
import type { ReadHooks } from './open-hooks.ts';
import { renderRun } from './render-run.ts';

/** What a person sees of a workspace that is watched: runs on stdout, everything else on stderr. */
export interface WatchScreen {
  /** One line for each run as it ends, and for what did not run although its hook waited for it. */
  show(event: EngineEvent, hooks: readonly KnownHook[]): void;
  say(text: string): void;
  tellTrouble(error: unknown): void;
  /** Names the hooks that wait for an approval, and what to do. */
  tellUnapproved(hooks: readonly HookJudgement[]): void;
}

/** The screen of `hooks watch`; with `--debug` it also shows what did not match. */
export function createWatchScreen({ host, options }: Pick<ReadHooks, 'host' | 'options'>): WatchScreen {
  const out = createScreen(host.stdout, host.env);
  const { stderr } = host;
  let told = '';

  // Troubles quote names of files, which anybody may have chosen.
  const say = (text: string): void => void stderr.write(`${toMessageText(text)}\n`);
  const tellTrouble = (error: unknown): void => say(`warning: ${toMessage(error)}`);
  return {
    say,
    tellTrouble,
    show(event, hooks) {
      if (event.type === 'trouble') tellTrouble(event.message);
      if (event.type !== 'run-ended') return;
      const { record } = event;
      if (options.debug !== true && isMismatch(record, hooks)) return;
      out.line(options.json === true ? toVisibleJson(record) : renderRun(record, out));
    },
    tellUnapproved(hooks) {
      const text = describeUnapproved(hooks);
      if (text !== '' && text !== told) say(text);
      told = text;
    },
  };
}

/** Every file that is saved does not match most hooks, which nobody wants to read. */
function isMismatch({ status, hook, event }: RunRecord, hooks: readonly KnownHook[]): boolean {
  if (status !== 'skipped') return false;
  const known = hooks.filter((each) => each.hook.id === hook);
  return explainHooks(known, event).some(({ fires }) => !fires);
}

function describeUnapproved(hooks: readonly HookJudgement[]): string {
  const idsOf = (wanted: HookJudgement['approval']): string =>
    hooks.flatMap(({ approval, known }) => (approval === wanted ? [known.hook.id] : [])).join(', ');
  const lines = [
    ['Not approved, so nothing of it runs', idsOf('not approved')],
    ['Changed since it was approved, so nothing of it runs', idsOf('changed since approved')],
  ].filter(([, ids]) => ids !== '');
  if (lines.length === 0) return '';
  return [
    ...lines.map(([what, ids]) => `${what}: ${ids}`),
    'Run "toolyard hooks approve" to see what would run and to approve it.',
  ].join('\n');
}
