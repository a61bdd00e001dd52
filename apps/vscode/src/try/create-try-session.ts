import { toLine, toMessage, type CallProgress, type JsonObject } from '@toolyard/core';
import type { CheckedInputs } from '@toolyard/host';
import type { FieldValue } from '../form/protocol.ts';
import type { Folder } from '../folder/folder.ts';
import { describeDuration } from '../rows/describe-time.ts';
import { isForeignServer, type ServerParts } from '../servers/server-parts.ts';
import { startServer } from '../servers/switch-server.ts';
import { copyCall } from './copy-call.ts';
import { toKeptTrial, type KeptTrial, type PastCall } from './kept-trial.ts';
import { parseTryMessage } from './parse-try-message.ts';
import { TRY_PROTOCOL, type CopyAs, type ResultView, type TryHostMessage, type TryPageMessage } from './protocol.ts';
import { runTrial, type Trial } from './run-trial.ts';
import { toInput } from './to-parameter-field.ts';
import { toTrialParts, type TrialPart } from './to-trial-parts.ts';
import { toTryView } from './to-try-view.ts';
import { checkTrial, JSON_KEY, listTrialFields, toFreshTrial, withValues, type TrialState } from './trial-state.ts';

/** What a form to try a tool works with. */
export interface TrySessionOptions {
  readonly parts: ServerParts;
  readonly start: KeptTrial;
  readonly platform: NodeJS.Platform;
  post(message: TryHostMessage): void;
  onError(error: unknown): void;
}

/** One open form. */
export interface TrySession {
  /** Takes what the page sent; anything that is no message of the protocol is dropped. */
  receive(message: unknown): void;
  /** Stops the call that runs. */
  close(): void;
}

const MOST_PAST = 10;

/** Opens the form of a tool. It starts nothing before the person presses Call. */
export function createTrySession(options: TrySessionOptions): TrySession {
  return new OpenTrial(options);
}

class OpenTrial implements TrySession {
  readonly #options: TrySessionOptions;
  readonly #stopFollowing: () => void;
  #schema: JsonObject | undefined;
  #state: TrialState;
  #history: readonly PastCall[];
  /** The parameters that a person has changed; the others are not complained of before the first call. */
  readonly #touched = new Set<string>();
  #isTried = false;
  #running: AbortController | undefined;
  #status: { readonly status: string; readonly fraction?: number } = { status: '' };
  #result: Omit<ResultView, 'parts'> | undefined;
  #parts: readonly TrialPart[] = [];
  #edit = 0;
  /** Counts what changed, so that a check of what was before is not shown. */
  #round = 0;
  #isReady = false;

  constructor(options: TrySessionOptions) {
    this.#options = options;
    const { start, parts } = options;
    this.#schema = this.#findSchema();
    this.#state = start.state ?? toFreshTrial(this.#schema);
    this.#history = start.history ?? [];
    this.#stopFollowing = parts.folders.onChange(() => this.#follow());
  }

  receive(data: unknown): void {
    const message = parseTryMessage(data);
    if (message === undefined) return;
    if ('edit' in message) this.#edit = Math.max(this.#edit, message.edit);
    this.#take(message).catch(this.#options.onError);
  }

  close(): void {
    this.#isReady = false;
    this.#stopFollowing();
    this.#running?.abort();
  }

  async #take(message: TryPageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#begin();
      case 'change':
        return this.#change(message.key, message.value);
      case 'json':
        return this.#switchJson(message.isOn);
      case 'recall':
        return this.#recall(message.id);
      case 'call':
        return this.#call();
      case 'stop':
        this.#running?.abort();
        return undefined;
      case 'copy':
        return this.#copy(message.as);
      case 'startServer':
        return this.#startServer();
      case 'part':
        return this.#usePart(message);
      default:
        return message satisfies never;
    }
  }

  async #begin(): Promise<void> {
    this.#isReady = true;
    this.#edit = 0;
    await this.#show();
    // Reads what is known; servers that do not run are not started by it.
    await this.#folder()?.lookForServers();
  }

  #folder(): Folder | undefined {
    const { parts, start } = this.#options;
    return parts.folders.list().find(({ path }) => path === start.subject.folder);
  }

  #findSchema(): JsonObject | undefined {
    const { server, tool } = this.#options.start.subject;
    return this.#folder()?.findSchema(server, tool);
  }

  #follow(): void {
    this.#useSchema(this.#findSchema() ?? this.#schema);
    if (this.#isReady) void this.#show();
  }

  #useSchema(schema: JsonObject | undefined): void {
    if (JSON.stringify(schema) === JSON.stringify(this.#schema)) return;
    const wasUnknown = this.#schema === undefined;
    this.#schema = schema;
    // Nobody chose JSON: there was nothing that a form could have been made of.
    if (wasUnknown && this.#state.json === '{}' && this.#touched.size === 0) this.#state = toFreshTrial(schema);
  }

  async #change(key: string, value: FieldValue): Promise<void> {
    this.#touched.add(key);
    const { inputs, json } = this.#state;
    if (json !== undefined) {
      if (key === JSON_KEY && typeof value === 'string') this.#state = { inputs, json: value };
    } else {
      const field = listTrialFields(this.#schema).find(({ name }) => name === key);
      if (field !== undefined) this.#state = { inputs: { ...inputs, [key]: toInput(field, value) } };
    }
    await this.#show();
  }

  /** What is typed comes along, as far as it can be read. */
  async #switchJson(isOn: boolean): Promise<void> {
    const checked = await checkTrial(undefined, this.#state.json === undefined ? await this.#asJson() : this.#state);
    const values = 'values' in checked ? checked.values : {};
    const { inputs } = this.#state;
    if (isOn) this.#state = { inputs, json: JSON.stringify(values, undefined, 2) };
    else if (this.#schema !== undefined) this.#state = withValues({ inputs: {} }, this.#schema, values);
    await this.#show();
  }

  /** Fields that are wrong are left out. */
  async #asJson(): Promise<TrialState> {
    const { inputs } = this.#state;
    const checked = await checkTrial(this.#schema, this.#state);
    if ('values' in checked) return { inputs, json: JSON.stringify(checked.values) };
    const right = Object.entries(inputs).filter(([name]) => !Object.hasOwn(checked.problems, name));
    const fields = { type: 'object', properties: this.#schema?.['properties'] ?? {} };
    const rest = await checkTrial(fields, { inputs: Object.fromEntries(right) });
    return { inputs, json: JSON.stringify('values' in rest ? rest.values : {}) };
  }

  async #recall(id: string): Promise<void> {
    const past = this.#history.find((each) => each.id === id);
    if (past === undefined) return;
    this.#state = withValues(this.#state, this.#schema, past.values);
    await this.#show();
  }

  async #call(): Promise<void> {
    const folder = this.#folder();
    if (this.#running !== undefined || folder === undefined || this.#blocked() !== undefined) return;
    const running = new AbortController();
    this.#running = running;
    this.#isTried = true;
    this.#result = undefined;
    this.#parts = [];
    let values: JsonObject | undefined;
    try {
      if (!(await this.#isRight())) return;
      const trial = await runTrial(
        this.#options.parts,
        { ...this.#options.start.subject, folder },
        {
          signal: running.signal,
          onStatus: (status) => this.#tell({ status }),
          onProgress: (progress) => this.#tell(toStatus(progress)),
          check: async (schema) => {
            this.#useSchema(schema);
            const checked = await checkTrial(this.#schema, this.#state);
            values = 'values' in checked ? checked.values : undefined;
            return values;
          },
        },
      );
      this.#end(trial, running.signal, values);
    } catch (error) {
      const message = running.signal.aborted ? undefined : toMessage(error);
      this.#fail(message, values);
    } finally {
      this.#running = undefined;
      await this.#show();
    }
  }

  /** Shows what is wrong, with the focus at the first field that is; nothing is started for arguments that cannot be right. */
  async #isRight(): Promise<boolean> {
    const checked = await checkTrial(this.#schema, this.#state);
    if ('values' in checked) {
      this.#tell({ status: 'Starting…' });
      return true;
    }
    this.#running = undefined;
    await this.#show(Object.keys(checked.problems)[0]);
    return false;
  }

  #tell(status: { readonly status: string; readonly fraction?: number }): void {
    this.#status = status;
    void this.#show();
  }

  #end(trial: Trial, signal: AbortSignal, values: JsonObject | undefined): void {
    if (trial.kind === 'refused') this.#fail(trial.message, values, trial.canStart);
    else if (trial.kind === 'called') {
      const { outcome, ms } = trial;
      const title = `${TITLES[outcome.kind]} ${describeDuration(ms)}`;
      this.#parts = toTrialParts(outcome);
      this.#finish({ status: outcome.kind, title, canStart: false }, values);
    } else if (signal.aborted) this.#fail(undefined, values);
  }

  #fail(message: string | undefined, values: JsonObject | undefined, canStart = false): void {
    this.#parts = message === undefined ? [] : toTrialParts({ kind: 'failure', error: { code: 0, message } });
    const isStopped = message === undefined;
    const status = isStopped ? 'stopped' : 'failure';
    this.#finish({ status, title: isStopped ? 'Stopped' : 'The tool was not called', canStart }, values);
  }

  #finish(result: Omit<ResultView, 'parts'>, values: JsonObject | undefined): void {
    this.#result = result;
    // Of a call without arguments there is nothing to bring back.
    if (values === undefined || Object.keys(values).length === 0) return;
    const same = JSON.stringify(values);
    const others = this.#history.filter((past) => JSON.stringify(past.values) !== same);
    const id = String(Math.max(0, ...this.#history.map((past) => Number(past.id))) + 1);
    this.#history = [{ id, values, title: result.title }, ...others].slice(0, MOST_PAST);
  }

  async #copy(as: CopyAs): Promise<void> {
    const { start, parts, platform } = this.#options;
    const checked = await checkTrial(this.#schema, this.#state);
    const values = 'values' in checked ? checked.values : undefined;
    if (values === undefined) {
      this.#isTried = true;
      return this.#show('problems' in checked ? Object.keys(checked.problems)[0] : undefined);
    }
    await parts.editor.copy(copyCall({ ...start.subject, values }, as, platform));
    void parts.editor.notify('info', `${COPIED[as]} was copied.`);
  }

  async #startServer(): Promise<void> {
    const folder = this.#folder();
    if (folder !== undefined) await startServer(this.#options.parts, { ...this.#options.start.subject, folder });
  }

  async #usePart(message: Extract<TryPageMessage, { type: 'part' }>): Promise<void> {
    const { editor } = this.#options.parts;
    const { server, tool } = this.#options.start.subject;
    const title = `Result of ${toLine(server)} ${toLine(tool)}`;
    const part = this.#parts[message.part];
    if (message.action === 'open' && part?.text !== undefined) await editor.showText({ title, ...part.text });
    if (message.action === 'copy' && part?.shown.kind === 'link') await editor.copy(part.shown.uri);
    if (message.action === 'save' && part?.file !== undefined) {
      await editor.saveFile(part.file.name, Buffer.from(part.file.base64, 'base64'));
    }
  }

  #blocked(): string | undefined {
    const { server } = this.#options.start.subject;
    const folder = this.#folder();
    if (folder === undefined) return 'The folder of this tool is not open any more.';
    const { duty } = folder.state();
    if (duty.kind === 'untrusted') return 'You do not trust this workspace, so no server is started.';
    if (!isForeignServer({ folder, server })) return undefined;
    return `Another program defines server "${toLine(server)}", and Toolyard starts it only for hooks that you approved. To try its tools, add it with "Toolyard: Add Server".`;
  }

  async #show(focus?: string): Promise<void> {
    const round = (this.#round += 1);
    const checked = await checkTrial(this.#schema, this.#state);
    if (!this.#isReady || round !== this.#round) return;
    const { start, post } = this.#options;
    const blocked = this.#blocked();
    const view = toTryView({
      subject: start.subject,
      tool: this.#folder()
        ?.state()
        .servers.find(({ id }) => id === start.subject.server)
        ?.tools.find(({ name }) => name === start.subject.tool),
      schema: this.#schema,
      state: this.#state,
      checked: this.#shown(checked),
      history: this.#history,
      ...(blocked !== undefined && { blocked }),
      ...(this.#running !== undefined && { running: this.#status }),
      ...(this.#result !== undefined && { result: { ...this.#result, parts: this.#parts.map(({ shown }) => shown) } }),
    });
    const kept = toKeptTrial({ subject: start.subject, state: this.#state, history: this.#history });
    const message = { protocol: TRY_PROTOCOL, type: 'show', edit: this.#edit, view, kept } as const;
    post(focus === undefined ? message : { ...message, focus });
  }

  /** Of fields that nobody has changed nothing is said before the first call. */
  #shown(checked: CheckedInputs): CheckedInputs {
    if ('values' in checked || this.#isTried) return checked;
    const problems = Object.entries(checked.problems).filter(([name]) => this.#touched.has(name));
    return { problems: Object.fromEntries(problems), others: [] };
  }
}

const TITLES = {
  success: 'Done in',
  'tool-error': 'The tool reported an error after',
  failure: 'Failed after',
} as const;
const COPIED = { block: 'The tool block', hook: 'The hook', command: 'The command' } as const;

function toStatus({ progress, total, message }: CallProgress): { readonly status: string; readonly fraction?: number } {
  const count = total === undefined ? String(progress) : `${progress} of ${total}`;
  const status = message === undefined ? count : `${toLine(message)} (${count})`;
  const isKnown = total !== undefined && total > 0 && progress >= 0;
  return { status, ...(isKnown && { fraction: Math.min(1, progress / total) }) };
}
