import { ToggleComponent, type DropdownComponent, type Setting } from 'obsidian';
import type { FieldInput, SchemaField } from '@toolyard/host';
import { labelControl } from '../settings/label-control.ts';

/** What a control shows, and whom it tells. */
export interface FieldControlOptions {
  readonly input: FieldInput;
  /** A text that the schema does not limit gets several lines. */
  readonly isRoomy: boolean;
  readonly onEnter: (() => void) | undefined;
  readonly onInput: (input: FieldInput) => void;
}

type FieldOf<Kind extends SchemaField['kind']> = SchemaField & { readonly kind: Kind };

const LINES = 3;

/** Stands for no choice; a value of a schema may be an empty text. */
const NOTHING = -1;

/** Adds the control of a field to its row; gives the elements that take the focus. */
export function addFieldControl(
  row: Setting,
  field: SchemaField,
  options: FieldControlOptions,
): readonly HTMLElement[] {
  switch (field.kind) {
    case 'text':
    case 'number':
    case 'json':
      return addTextControl(row, field, options);
    case 'boolean':
      return addSwitch(row, field, options);
    case 'choice':
      return addChoice(row, field, options);
    case 'choices':
      return addChoices(row, field, options);
    default:
      return field satisfies never;
  }
}

function addTextControl(
  row: Setting,
  field: FieldOf<'text' | 'number' | 'json'>,
  { input, isRoomy, onEnter, onInput }: FieldControlOptions,
): readonly HTMLElement[] {
  const text = typeof input === 'string' ? input : '';
  const controls: HTMLElement[] = [];
  const isOpen = field.kind === 'text' && field.format === undefined && field.pattern === undefined;
  if (field.kind === 'json' || text.includes('\n') || (isRoomy && isOpen && field.maxLength === undefined)) {
    row.addTextArea((area) => {
      area.setValue(text).onChange(onInput);
      area.inputEl.rows = LINES;
      if (field.kind === 'json') area.inputEl.addClass('toolyard-json');
      controls.push(area.inputEl);
    });
  } else {
    row.addText((line) => {
      line.setValue(text).onChange(onInput);
      if (field.kind === 'number') line.inputEl.inputMode = 'decimal';
      line.inputEl.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && !event.isComposing) onEnter?.();
      });
      controls.push(line.inputEl);
    });
  }
  for (const control of controls) labelControl(control, field.title);
  return controls;
}

function addSwitch(
  row: Setting,
  { title }: FieldOf<'boolean'>,
  { input, onInput }: FieldControlOptions,
): readonly HTMLElement[] {
  const controls: HTMLElement[] = [];
  row.addToggle((toggle) => {
    toggle.setValue(input === true).onChange(onInput);
    labelControl(toggle.toggleEl, title);
    controls.push(toggle.toggleEl.find('input') ?? toggle.toggleEl);
  });
  return controls;
}

function addChoice(
  row: Setting,
  { title, choices, required, preset }: FieldOf<'choice'>,
  { input, onInput }: FieldControlOptions,
): readonly HTMLElement[] {
  const controls: HTMLElement[] = [];
  row.addDropdown((dropdown: DropdownComponent) => {
    if (!required || preset === undefined) dropdown.addOption(String(NOTHING), required ? 'Choose…' : '(none)');
    for (const [index, choice] of choices.entries()) dropdown.addOption(String(index), choice.title);
    const chosen = choices.findIndex(({ value }) => value === input);
    dropdown.setValue(String(chosen)).onChange((index) => onInput(choices[Number(index)]?.value));
    labelControl(dropdown.selectEl, title);
    controls.push(dropdown.selectEl);
  });
  return controls;
}

function addChoices(
  row: Setting,
  { title, choices }: FieldOf<'choices'>,
  { input, onInput }: FieldControlOptions,
): readonly HTMLElement[] {
  const chosen = new Set(Array.isArray(input) ? (input as readonly string[]) : []);
  const list = row.controlEl.createDiv({ cls: 'toolyard-choices', attr: { role: 'group', 'aria-label': title } });
  return choices.map((choice) => {
    const line = list.createDiv('toolyard-choice');
    line.createSpan({ text: choice.title });
    const toggle = new ToggleComponent(line).setValue(chosen.has(choice.value)).onChange((isChosen) => {
      if (isChosen) chosen.add(choice.value);
      else chosen.delete(choice.value);
      onInput(choices.flatMap(({ value }) => (chosen.has(value) ? [value] : [])));
    });
    labelControl(toggle.toggleEl, choice.title);
    return toggle.toggleEl.find('input') ?? toggle.toggleEl;
  });
}
