import type { RunRecord } from '@toolyard/hooks';
import type { HooksEvent, HooksFinding } from '@toolyard/host/hooks';
import type { Duty, Folder, FolderState, ShownHook } from '../folder/folder.ts';
import { toEditorWords } from './to-editor-words.ts';

/** A folder that says everything in the words of the editor: see `toEditorWords`. What tools gave and were given stays as it is. */
export function inEditorWords(folder: Folder): Folder {
  const runs = new WeakMap<RunRecord, RunRecord>();
  /** The same object for the same run, since views compare them. */
  const sayRun = (run: RunRecord): RunRecord => {
    const said = runs.get(run) ?? sayReason(run);
    runs.set(run, said);
    return said;
  };
  let last: { readonly state: FolderState; readonly said: FolderState } | undefined;
  return {
    name: folder.name,
    path: folder.path,
    state() {
      const state = folder.state();
      if (last?.state !== state) last = { state, said: sayState(state, sayRun) };
      return last.said;
    },
    onChange: (listener) => folder.onChange(listener),
    onEvent: (listener) => folder.onEvent((event) => listener(sayEvent(event, sayRun))),
    refresh: () => folder.refresh(),
    lookForServers: (options) => folder.lookForServers(options),
    run: async (...given) => (await folder.run(...given)).map(sayRun),
    replay: async (...given) => (await folder.replay(...given)).map(sayRun),
    async preview(hook, event) {
      const preview = await folder.preview(hook, event);
      return { ...preview, problems: preview.problems.map(toEditorWords) };
    },
    explain: async (event) => (await folder.explain(event)).map(sayReason),
    isIgnored: (event) => folder.isIgnored(event),
    approve: (hook) => folder.approve(hook),
    edit: (source, edit) => folder.edit(source, edit),
    tell: (events) => folder.tell(events),
    openYard: (options) => folder.openYard(options),
    openFront: (options) => folder.openFront(options),
    openedYard: () => folder.openedYard(),
    findSchema: (server, tool) => folder.findSchema(server, tool),
    close: () => folder.close(),
  };
}

function sayState(state: FolderState, sayRun: (run: RunRecord) => RunRecord): FolderState {
  const { configurationProblem: unusable } = state;
  return {
    ...state,
    duty: sayDuty(state.duty),
    hooks: state.hooks.map((shown) => sayHook(shown, sayRun)),
    findings: state.findings.map(sayFinding),
    ...(unusable !== undefined && { configurationProblem: { ...unusable, message: toEditorWords(unusable.message) } }),
    runs: state.runs.map(sayRun),
    servers: state.servers.map(sayReason),
    serverWarnings: state.serverWarnings.map(toEditorWords),
  };
}

function sayDuty(duty: Duty): Duty {
  if (duty.kind === 'blocked') return { ...duty, message: toEditorWords(duty.message) };
  return duty.kind === 'here' && duty.problem !== undefined ? { ...duty, problem: toEditorWords(duty.problem) } : duty;
}

function sayHook(shown: ShownHook, sayRun: (run: RunRecord) => RunRecord): ShownHook {
  const { findings, lastRun } = shown;
  return { ...shown, findings: findings.map(sayFinding), ...(lastRun !== undefined && { lastRun: sayRun(lastRun) }) };
}

function sayFinding(finding: HooksFinding): HooksFinding {
  return { ...finding, message: toEditorWords(finding.message) };
}

function sayReason<Thing extends { readonly reason?: string }>(thing: Thing): Thing {
  return thing.reason === undefined ? thing : { ...thing, reason: toEditorWords(thing.reason) };
}

function sayEvent(event: HooksEvent, sayRun: (run: RunRecord) => RunRecord): HooksEvent {
  switch (event.type) {
    case 'run-ended':
      return { ...event, record: sayRun(event.record) };
    case 'watch-failed':
      return { ...event, message: toEditorWords(event.message) };
    case 'configuration-kept':
      return { ...event, reason: toEditorWords(event.reason) };
    default:
      return event;
  }
}
