import { onAbort } from '@toolyard/core';
import { BACK } from '@toolyard/host';
import { QuickInputButtons, window, type InputBox, type QuickInput, type QuickPick, type QuickPickItem } from 'vscode';
import type { PickChoice } from '../../ports/pick-choice.ts';
import type { StepAnswer, StepDialogs, StepOptions } from '../../ports/step-dialogs.ts';
import { toNoticeText } from '../../notices/to-notice-text.ts';
import { withoutIcons } from '../../rows/without-icons.ts';

type Item<Value> = QuickPickItem & { readonly value: Value };

/** Asks by the input boxes and lists of VS Code, with the number of the step and a button to go back. */
export const stepDialogs: StepDialogs = {
  askText({ value = '', isSecret = false, validate, ...options }) {
    const box = prepare(window.createInputBox(), options);
    box.password = isSecret;
    box.value = value;
    // Servers word their questions, and of `[text](command:…)` the editor would make a link that runs a command.
    box.prompt = toNoticeText(options.prompt ?? '');
    const check = (text: string): boolean => {
      const problem = validate?.(text);
      box.validationMessage = problem === undefined ? undefined : toNoticeText(problem);
      return problem === undefined;
    };
    return ask(box, options, (finish) => [
      box.onDidChangeValue((text) => void check(text)),
      box.onDidAccept(() => check(box.value) && finish(box.value)),
    ]);
  },
  askOne(choices, { active, ...options }) {
    const list = prepare(window.createQuickPick<Item<(typeof choices)[number]['value']>>(), options);
    fill(list, choices, options);
    const marked = active === undefined ? undefined : list.items[active];
    if (marked !== undefined) list.activeItems = [marked];
    return ask(list, options, (finish) => [
      list.onDidAccept(() => list.selectedItems[0] !== undefined && finish(list.selectedItems[0].value)),
    ]);
  },
  askMany(choices, { chosen, validate, ...options }) {
    const list = prepare(window.createQuickPick<Item<(typeof choices)[number]['value']>>(), options);
    list.canSelectMany = true;
    fill(list, choices, options);
    list.selectedItems = list.items.filter(({ value }) => chosen.includes(value));
    return ask(list, options, (finish) => [
      list.onDidAccept(() => {
        const values = list.selectedItems.map(({ value }) => value);
        const problem = validate(values);
        // A list has no place for what is wrong but its head.
        if (problem === undefined) finish(values);
        else list.title = `${options.title}: ${problem}`;
      }),
    ]);
  },
};

function prepare<Box extends Pick<InputBox, 'buttons'> & QuickInput>(box: Box, options: StepOptions): Box {
  const { title, step, canGoBack = false } = options;
  box.title = title;
  // The answer may have to be looked up elsewhere.
  box.ignoreFocusOut = true;
  box.step = step?.number;
  box.totalSteps = step?.of;
  const hasBack = canGoBack || (step !== undefined && step.number > 1);
  if (hasBack) box.buttons = [QuickInputButtons.Back];
  return box;
}

function fill<Value>(
  list: QuickPick<Item<Value>>,
  choices: readonly PickChoice<Value>[],
  { prompt }: StepOptions,
): void {
  list.placeholder = prompt;
  list.matchOnDescription = true;
  list.items = choices.map(({ label, description, detail, value }) => ({
    label: withoutIcons(label),
    ...(description !== undefined && { description: withoutIcons(description) }),
    ...(detail !== undefined && { detail: withoutIcons(detail) }),
    value,
  }));
}

/** Shows the box until it is answered, left or taken back. */
async function ask<Value>(
  box: Pick<InputBox, 'onDidHide' | 'onDidTriggerButton' | 'show' | 'dispose'>,
  { signal }: StepOptions,
  listen: (finish: (answer: Value) => void) => readonly { dispose(): unknown }[],
): StepAnswer<Value> {
  const subscriptions: { dispose(): unknown }[] = [];
  let stop = (): void => undefined;
  try {
    return await new Promise<Value | typeof BACK | undefined>((resolve) => {
      subscriptions.push(
        ...listen(resolve),
        box.onDidHide(() => resolve(undefined)),
        box.onDidTriggerButton((button) => button === QuickInputButtons.Back && resolve(BACK)),
      );
      if (signal !== undefined) stop = onAbort(signal, () => resolve(undefined));
      box.show();
    });
  } finally {
    stop();
    for (const each of subscriptions) each.dispose();
    box.dispose();
  }
}
