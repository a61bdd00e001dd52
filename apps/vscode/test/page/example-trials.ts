import type { ShownField } from '../../src/form/protocol.ts';
import type { TryView } from '../../src/try/protocol.ts';
import { choiceField, errorOf, flagField, textField } from './example-views.ts';

/** A picture of one dot. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A text that grows with what is typed. */
export function boxField(label: string, value: string, box: 'code' | 'text'): ShownField {
  return textField(label, value, { isLong: true, box });
}

/** A tool with one parameter, which nobody has called yet. */
export const SMALL_TRIAL: TryView = {
  title: 'shop: order',
  notices: [],
  fields: [boxField('what', '', 'text')],
  isJson: false,
  canForm: true,
  problems: [],
  history: [],
};

/** One of everything. */
export const FULL_TRIAL: TryView = {
  title: 'shop: order',
  about: 'Orders something.\nThe second line of what the server says of it.',
  notices: [{ level: 'info', message: 'Something to know.' }],
  fields: [
    textField('id', '', { isRequired: true, problems: [errorOf('id is required.')], about: 'The number of the order' }),
    boxField('text', 'several\nlines', 'text'),
    boxField('items', '[1, 2]', 'code'),
    choiceField('size', 'small', ['small', 'large']),
    flagField('fast', true),
  ],
  isJson: false,
  canForm: true,
  problems: [errorOf('Either id or text is needed.')],
  running: { status: 'step 2 (2 of 3)', fraction: 0.66 },
  history: [{ value: '1', label: '{"id":"7"}', about: 'Done in 12 ms' }],
  result: {
    status: 'tool-error',
    title: 'The tool reported an error after 12 ms',
    canStart: true,
    parts: [
      { kind: 'text', text: 'Plain text\nwith lines', more: 900_000 },
      { kind: 'json', text: '{\n  "a": 1\n}', more: 0 },
      {
        kind: 'table',
        columns: ['name', 'size'],
        rows: [
          ['tea', '1'],
          ['milk', '2'],
        ],
        more: 40,
        json: '[]',
        moreJson: 0,
      },
      { kind: 'image', src: DOT, about: 'image/png, 70 bytes' },
      { kind: 'file', about: 'result-2.wav (audio/wav, 3 bytes)' },
      { kind: 'link', name: 'Receipt', uri: 'https://example.com/receipt/7', about: 'As a page' },
    ],
  },
};
