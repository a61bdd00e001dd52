import { describe, expect, it } from 'vitest';
import { openTestForm } from '../../test/fakes/open-test-form.ts';

const POST = `{
  "version": 1,
  "hooks": [
    {
      "id": "announce",
      "trigger": { "event": "file.saved" },
      "action": { "type": "mcp", "parameters": {
        "serverId": "chat", "toolName": "post",
        "parameterMappings": [{ "toolParam": "text", "source": "template", "value": "saved {path}" }] } }
    }
  ]
}
`;

const GARBAGE: readonly unknown[] = [
  null,
  undefined,
  Number.NaN,
  -1,
  1.5,
  '',
  'save',
  'toString',
  '__proto__',
  'x'.repeat(1_000_000),
  [],
  [[]],
  [{ name: 5 }],
  {},
  { type: 'save' },
  { protocol: 2, type: 'save' },
  { toString: 5, as: 'text', text: 7 },
  { as: 'lambda', text: '' },
];

const EDIT = { folder: '/shop', hook: 'announce' };

const change = (key: string, value: string) => ({ type: 'change', key, value }) as const;

describe('createFormSession', () => {
  it('takes no harm from a page that sends anything', async () => {
    const form = await openTestForm(POST, EDIT);
    const before = form.posted.length;
    for (const value of GARBAGE) {
      form.session.receive(value);
      form.session.receive({ protocol: 1, type: value });
      form.session.receive({ protocol: 1, type: 'change', edit: value, key: value, value });
      form.session.receive({ protocol: 1, type: 'map', edit: 1, parameter: value, mapping: value });
      form.session.receive({
        protocol: 1,
        type: 'map',
        edit: 1,
        parameter: 'text',
        mapping: { source: 'literal', value },
      });
      form.session.receive({ protocol: 1, type: 'resolveConflict', edit: 1, keep: value });
    }
    expect(form.posted).toHaveLength(before);
    await form.send(change('__proto__', 'x'));
    await form.send(change('trigger.event', 'no.such'));
    await form.send(change('enabled', 'yes'));
    await form.send(change('mcp.tool', 'chat:post'));
    await form.send(change('place', 'workspace:/etc'));
    expect(form.view()).toMatchObject({ isDirty: false });
    expect(form.text()).toBe(POST);
    expect(form.errors).toEqual([]);
  });
});
