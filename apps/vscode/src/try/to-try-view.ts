import { cutText, toLine, type JsonObject } from '@toolyard/core';
import type { CheckedInputs } from '@toolyard/host';
import type { McpTool } from '@toolyard/hooks';
import type { FormNotice, ShownField } from '../form/protocol.ts';
import type { TrialSubject } from '../ports/open-trial.ts';
import type { PastCall } from './kept-trial.ts';
import type { TryView } from './protocol.ts';
import { toParameterField } from './to-parameter-field.ts';
import { JSON_KEY, listTrialFields, type TrialState } from './trial-state.ts';

/** What a form is at one moment. */
export interface Trying extends Pick<TryView, 'blocked' | 'running' | 'result'> {
  readonly subject: TrialSubject;
  /** The tool as far as it is known. */
  readonly tool: McpTool | undefined;
  readonly schema: JsonObject | undefined;
  readonly state: TrialState;
  readonly checked: CheckedInputs;
  readonly history: readonly PastCall[];
}

const MOST_ABOUT = 2000;
const MOST_LABEL = 100;

/** Everything that the page shows. */
export function toTryView(trying: Trying): TryView {
  const { subject, tool, schema, state, checked, history, blocked, running, result } = trying;
  const others = 'values' in checked ? [] : checked.others;
  return {
    title: `${toLine(subject.server)}: ${toLine(subject.tool)}`,
    ...(tool !== undefined &&
      tool.description.trim() !== '' && { about: cutText(tool.description.trim(), MOST_ABOUT) }),
    notices: listNotices(trying),
    fields: toFields(trying),
    isJson: state.json !== undefined,
    canForm: schema !== undefined,
    problems: others.map((message) => ({ severity: 'error', message })),
    history: history.map(({ id, values, title }) => ({
      value: id,
      label: cutText(toLine(JSON.stringify(values)), MOST_LABEL),
      about: title,
    })),
    ...(blocked !== undefined && { blocked }),
    ...(running !== undefined && { running }),
    ...(result !== undefined && { result }),
  };
}

function listNotices({ schema, blocked }: Trying): readonly FormNotice[] {
  if (blocked !== undefined) return [{ level: 'warning', message: blocked }];
  if (schema !== undefined) return [];
  const message =
    'The parameters are not known yet. They are when the server has started; until then, write them as JSON.';
  return [{ level: 'info', message }];
}

function toFields({ schema, state, checked }: Trying): readonly ShownField[] {
  const problems = 'values' in checked ? {} : checked.problems;
  const problemOf = (name: string): string | undefined => (Object.hasOwn(problems, name) ? problems[name] : undefined);
  if (state.json !== undefined) return [toJsonField(state.json, problemOf(JSON_KEY))];
  return listTrialFields(schema).map((field) =>
    toParameterField(field, state.inputs[field.name], problemOf(field.name)),
  );
}

function toJsonField(value: string, problem: string | undefined): ShownField {
  return {
    kind: 'text',
    key: JSON_KEY,
    label: 'Arguments',
    isRequired: false,
    isReadOnly: false,
    problems: problem === undefined ? [] : [{ severity: 'error', message: `The arguments: ${problem}.` }],
    value,
    isLong: true,
    input: 'text',
    isTemplate: false,
    box: 'code',
  };
}
