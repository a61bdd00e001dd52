import { fillTemplate, HOOK_TEMPLATES, type Hook } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { exampleShown } from '../../test/fakes/example-look.ts';
import { isDirty } from './form-state.ts';
import { parseKept, toKept } from './kept-form.ts';
import { startForm } from './start-form.ts';
import { toHook } from './to-hook.ts';

const TOOL = {
  serverId: 'chat',
  name: 'post',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

function begin(id: string): Hook {
  const template = HOOK_TEMPLATES.find((each) => each.id === id);
  const hook = template && fillTemplate(template, TOOL);
  if (hook === undefined) throw new Error(`The template ${id} gives no hook.`);
  return hook;
}

describe('a form that begins with a hook', () => {
  it.each(HOOK_TEMPLATES.map(({ id }) => id))('gives the hook of the template %s as it is', (id) => {
    const form = startForm({ folder: '/shop', begin: begin(id) }, undefined);
    expect(toHook(form.draft)).toMatchObject({ hook: begin(id), problems: [] });
  });

  it('is new and not saved, also after a reload of the window', () => {
    const form = startForm({ folder: '/shop', begin: begin('announce-spec') }, undefined);
    expect([form.hookId, isDirty(form)]).toEqual([undefined, true]);
    const kept = parseKept(toKept(form));
    expect(kept?.subject).toEqual({ folder: '/shop' });
    expect([kept?.form?.hookId, kept?.form && isDirty(kept.form)]).toEqual([undefined, true]);
    expect(kept?.form && toHook(kept.form.draft).hook).toEqual(begin('announce-spec'));
  });

  it('has another id where that of the hook is taken', () => {
    const state = createFakeFolder({ hooks: [exampleShown('announce-spec')] }).state();
    const form = startForm({ folder: '/shop', begin: begin('announce-spec') }, state);
    expect(toHook(form.draft).hook?.id).toBe('announce-spec-2');
  });
});
