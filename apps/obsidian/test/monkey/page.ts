// What the monkey does in a window: many actions for each question of the test, since a question takes longer than most of them.
import type { Bed } from '../bed/page/bed.ts';
import type { MonkeyAction } from './actions.ts';
import { findLost, readLines } from './written-lines.ts';

/** What the test tells the monkey. */
export interface MonkeyWorld {
  readonly servers: readonly string[];
  /** The text of each note by its path. */
  readonly notes: Readonly<Record<string, string>>;
}

/** What is wrong after an action. */
export interface MonkeyFinding {
  readonly action: number;
  readonly text: string;
}

declare const bed: Bed;

/** What would take away what later actions need, and what would give messages other names, so that words of a person become those of the model. */
const AVOIDED = /^(Remove|Revoke|Log|Import|Paste|Edit |Name of \w+ messages$)/;

const WAIT_MS = 200;
const PENDING = '[data-status="pending"]';

/** How many lines are shown before and after what is different. */
const CONTEXT = 8;

/** Actions that change a text themselves. */
type MonkeyEdit = Extract<MonkeyAction, { do: 'type' | 'question' | 'edit-result' | 'erase' | 'undo' | 'redo' }>;

class Monkey {
  private readonly servers: readonly string[];
  /** Their paths, which are others after a note was renamed. */
  private readonly notes: string[];
  /** What may not be lost of each note, by its number in the list, and the text in which it was found last. */
  private readonly known = new Map<number, { readonly kept: readonly string[]; readonly text: string }>();
  private readonly findings: MonkeyFinding[] = [];
  readonly notices = new Set<string>();
  private done = 0;

  constructor({ servers, notes }: MonkeyWorld) {
    this.servers = servers;
    this.notes = Object.keys(notes);
    for (const [number, text] of Object.values(notes).entries()) this.learn(number, text);
  }

  /** Gives what is wrong, at the first action that finds something. */
  async run(actions: readonly MonkeyAction[]): Promise<readonly MonkeyFinding[]> {
    for (const action of actions) {
      this.check();
      if (this.findings.length > 0) break;
      // A dialog is answered, whatever the action is.
      const isOwnEdit = topDialog() === undefined && isEdit(action);
      await this.act(action);
      if (isOwnEdit) this.remember();
      this.done += 1;
      for (const { innerText } of document.querySelectorAll<HTMLElement>('.notice')) this.notices.add(innerText);
      await nextTask();
    }
    return this.findings;
  }

  /** Looks at every note once more; gives what is wrong then. */
  async lookAgain(): Promise<readonly MonkeyFinding[]> {
    await bed.closeAll();
    for (const path of this.notes) await bed.open(path, 'preview');
    this.check();
    await bed.closeAll();
    return this.findings;
  }

  /** Nothing that was written may be lost between two actions: results, answers and panes are none of its business. */
  private check(): void {
    for (const { path, text } of bed.panes()) {
      const number = this.notes.indexOf(path);
      const known = this.known.get(number);
      if (known === undefined || known.text === text) continue;
      const lost = findLost(known.kept, this.read(text).written);
      if (lost !== undefined) this.find(`${path} lost ${JSON.stringify(lost)}.\n${showDifference(known.text, text)}`);
      this.learn(number, text);
    }
  }

  /** What an action itself did to a note is meant. */
  private remember(): void {
    for (const { path, text } of bed.panes()) this.learn(this.notes.indexOf(path), text);
  }

  private learn(number: number, text: string): void {
    this.known.set(number, { kept: this.read(text).kept, text });
  }

  private async act(action: MonkeyAction): Promise<void> {
    const dialog = topDialog();
    if (dialog !== undefined) return this.answer(dialog, 'at' in action ? action.at : 0.99);
    if (isEdit(action)) this.edit(action);
    else await this.use(action);
  }

  private edit(action: MonkeyEdit): void {
    switch (action.do) {
      case 'type':
        return this.type(action);
      case 'question':
        return this.askMore(action.text);
      case 'edit-result':
        return this.editResult(action.at, action.text);
      case 'erase':
        return this.erase(action.at);
      default:
        return bed[action.do]();
    }
  }

  private async use(action: Exclude<MonkeyAction, MonkeyEdit>): Promise<void> {
    switch (action.do) {
      case 'press':
        return pickAt(
          [
            ...document.querySelectorAll<HTMLElement>(
              '.workspace button, .notice button, .status-bar button, .workspace-sidebar button',
            ),
          ].filter(isShown),
          action.at,
        )?.click();
      case 'command':
        return this.command(action.at, action.id);
      case 'open':
        return this.open(action);
      case 'mode':
        return bed.setMode(action.mode);
      case 'rename':
        return this.rename(action.at);
      case 'switch':
        // What a view would tell.
        bed
          .callServers('switchServer', pickAt(this.servers, action.at), action.isOn)
          .catch((error: unknown) => this.notices.add(String(error)));
        return;
      case 'settings':
        return bed.openSettings();
      case 'wait':
        return waitForResults();
    }
  }

  private type({ at, text, isInBlock }: Extract<MonkeyAction, { do: 'type' }>): void {
    const before = bed.editorText();
    const { ends, blockEnds } = this.read(before);
    const place = pickAt(isInBlock ? blockEnds : ends, at);
    if (place === undefined || !isWritable()) return;
    bed.edit(place, place, text);
    const after = this.read(bed.editorText()).written;
    const expected = this.read(before.slice(0, place) + text + before.slice(place)).written;
    if (after.join('\n') !== expected.join('\n')) this.find(`${JSON.stringify(text)} was not typed as it is.`);
  }

  private askMore(text: string): void {
    const end = bed.editorText().length;
    if (isWritable()) bed.edit(end, end, text);
  }

  private editResult(at: number, text: string): void {
    const place = pickAt(this.read(bed.editorText()).outputs, at);
    if (place !== undefined && isWritable()) bed.edit(place, place, text);
  }

  private erase(at: number): void {
    const word = pickAt([...bed.editorText().matchAll(/w\d+ ?/g)], at);
    if (word !== undefined && isWritable()) bed.edit(word.index, word.index + word[0].length, '');
  }

  private command(at: number, id: string | undefined): void {
    const lines = bed.editorText().split('\n');
    // Most commands are about the block or the question in which the cursor stands.
    const start = id?.startsWith('run-') === true ? 'tool:' : '#User';
    const places = [...lines.keys()].filter((index) => lines[index]?.startsWith(start));
    bed.setCursor((id === undefined ? undefined : pickAt(places, at)) ?? Math.floor(at * lines.length));
    const chosen = id === undefined ? pickAt(bed.commands(), at) : `toolyard:${id}`;
    if (chosen !== undefined) bed.runCommand(chosen);
  }

  private async open({ at, mode, isBeside }: Extract<MonkeyAction, { do: 'open' }>): Promise<void> {
    const path = pickAt(this.notes, at);
    if (path === undefined) return;
    if (!isBeside || bed.panes().length > 2) await bed.closeAll();
    await bed.open(path, mode);
    // What happened to it while no pane showed it.
    this.check();
  }

  private async rename(at: number): Promise<void> {
    const number = Math.floor(at * this.notes.length);
    const path = this.notes[number] ?? '';
    const to = path.startsWith('moved/') ? path.slice(6) : `moved/${path}`;
    this.notes[number] = to;
    await bed.rename(path, to);
  }

  /** Does something in a dialog: presses a button, chooses, types, or closes it. */
  private answer(dialog: HTMLElement, at: number): void {
    const choices = [
      ...dialog.querySelectorAll<HTMLElement>('button, .suggestion-item, input, textarea, .clickable-icon'),
    ]
      .filter(isShown)
      .filter(({ innerText, ariaLabel }) => !AVOIDED.test(innerText) && !AVOIDED.test(ariaLabel ?? ''));
    const wanted = choices.filter((choice) => choice.hasClass('mod-cta') || choice.hasClass('mod-warning'));
    const closing = Array<undefined>(Math.ceil(choices.length / 2)).fill(undefined);
    const chosen = pickAt([...choices, ...closing, ...wanted, ...wanted], at);
    if (chosen === undefined) pressKey('Escape');
    else if (isTextField(chosen)) {
      chosen.value = `typed ${this.done}`;
      chosen.dispatchEvent(new Event('input'));
    } else chosen.click();
  }

  private read(text: string): ReturnType<typeof readLines> {
    return readLines(text, this.servers);
  }

  private find(text: string): void {
    this.findings.push({ action: this.done, text });
  }
}

/** The lines of two texts from their first difference to their last, with some before and after. */
function showDifference(before: string, after: string): string {
  const [had, has] = [before.split('\n'), after.split('\n')];
  const first = Math.max(0, countSame(had, has) - CONTEXT);
  const same = Math.max(0, countSame(had.toReversed(), has.toReversed()) - CONTEXT);
  const show = (lines: readonly string[]): string =>
    lines.slice(first, Math.max(first, lines.length - same)).join('\n');
  return `--- before, from line ${first + 1} ---\n${show(had)}\n--- after ---\n${show(has)}`;
}

/** How many lines at the start are the same. */
function countSame(some: readonly string[], others: readonly string[]): number {
  const first = some.findIndex((line, index) => line !== others[index]);
  return first === -1 ? some.length : first;
}

function topDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('.modal-container')].at(-1);
}

function pressKey(key: string): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { key }));
}

function pickAt<T>(items: readonly T[], at: number): T | undefined {
  return items[Math.floor(at * items.length)];
}

function isEdit(action: MonkeyAction): action is MonkeyEdit {
  return ['type', 'question', 'edit-result', 'erase', 'undo', 'redo'].includes(action.do);
}

function isShown(element: HTMLElement): boolean {
  return element.offsetParent !== null;
}

function isWritable(): boolean {
  return bed.panes().at(-1)?.mode !== 'preview';
}

function isTextField(element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'checkbox');
}

/** Until nothing runs any more, or a moment is over. */
async function waitForResults(): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until && document.querySelector(PENDING) !== null) await nextTask();
}

/** Lets everything happen that is due, in Node too. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

Object.assign(globalThis, {
  createMonkey: (world: MonkeyWorld) => Object.assign(globalThis, { monkey: new Monkey(world) }),
});
