import type { JsonObject } from '@toolyard/core';
import { Setting } from 'obsidian';
import {
  checkInputs,
  describeSchemaField,
  parseSchemaForm,
  toInputs,
  type FieldInput,
  type SchemaField,
} from '@toolyard/host';
import { addFieldControl } from './add-field-control.ts';

/** A form to show. */
export interface SchemaFormOptions {
  /** The schema of an object, such as the arguments of a tool. */
  readonly schema: unknown;
  /** What the fields hold at first, instead of their presets. */
  readonly values?: JsonObject;
  /** Texts that the schema does not limit get several lines. */
  readonly isRoomy?: boolean;
  /** Called when a person presses Enter in a field of one line. */
  readonly onEnter?: () => void;
  /** Called after everything that a person changes. */
  readonly onChange?: () => void;
}

/** A form that is shown. */
export interface ShownSchemaForm {
  readonly fields: readonly SchemaField[];
  /** The values, checked by the schema; `undefined` where some are wrong, which then stands at their fields, the first of which gets the focus. */
  check(): Promise<JsonObject | undefined>;
  /** Puts the cursor into the first field; false where there is none. */
  focus(): boolean;
}

interface ShownRow {
  readonly field: SchemaField;
  readonly row: Setting;
  readonly controls: readonly HTMLElement[];
}

let lastId = 0;

/** Shows a row for each property of a schema, with a control that suits it. */
export function showSchemaForm(containerEl: HTMLElement, options: SchemaFormOptions): ShownSchemaForm {
  const { schema, values, isRoomy = false, onEnter, onChange } = options;
  const fields = parseSchemaForm(schema);
  const inputs: Record<string, FieldInput> = { ...toInputs(fields, values) };
  containerEl.addClass('toolyard-schema-form');
  const rows = fields.map((field): ShownRow => {
    const row = addRow(containerEl, field);
    const controls = addFieldControl(row, field, {
      input: inputs[field.name],
      isRoomy,
      onEnter,
      onInput(input) {
        inputs[field.name] = input;
        showProblem({ field, row, controls }, undefined);
        onChange?.();
      },
    });
    return { field, row, controls };
  });
  const problemEl = containerEl.createDiv({ cls: 'toolyard-form-problem', attr: { role: 'alert' } });
  for (const row of rows) showProblem(row, undefined);
  return {
    fields,
    async check() {
      const checked = await checkInputs(schema, fields, inputs);
      const { problems, others } = 'values' in checked ? { problems: {}, others: [] } : checked;
      const problemOf = ({ field }: ShownRow): string | undefined =>
        Object.hasOwn(problems, field.name) ? problems[field.name] : undefined;
      for (const row of rows) showProblem(row, problemOf(row));
      problemEl.setText(others.join('; '));
      rows.find((row) => problemOf(row) !== undefined)?.controls[0]?.focus();
      return 'values' in checked ? checked.values : undefined;
    },
    focus() {
      const [first] = rows.flatMap(({ controls }) => controls);
      first?.focus();
      return first !== undefined;
    },
  };
}

function addRow(containerEl: HTMLElement, field: SchemaField): Setting {
  const row = new Setting(containerEl).setName(field.title);
  const limits = describeSchemaField(field);
  if (field.description !== undefined) row.descEl.createDiv({ text: field.description });
  if (limits !== '') row.descEl.createDiv({ cls: 'toolyard-limits', text: limits });
  row.descEl.id = `toolyard-field-${(lastId += 1)}`;
  return row;
}

/** What is wrong with a field stands below its description, and screen readers read both with its control. */
function showProblem({ field, row, controls }: ShownRow, problem: string | undefined): void {
  row.setErrorMessage(problem === undefined ? null : `${field.title} ${problem}.`);
  const ids = [row.descEl.id];
  if (problem !== undefined && row.errorEl !== null) {
    row.errorEl.id = `${row.descEl.id}-problem`;
    ids.push(row.errorEl.id);
  }
  for (const control of controls) {
    control.setAttribute('aria-describedby', ids.join(' '));
    control.setAttribute('aria-invalid', String(problem !== undefined));
  }
}
