import type { FormView, PageMessage } from '../../src/form/protocol.ts';
import type { FieldOf } from '../../src/webview/field-of.ts';
import { applyDrafts } from '../../src/webview/drafts.ts';
import { parameterRow } from './example-views.ts';
import type { ShownForm } from './open-form-page.ts';

/** Stands for the extension: keeps a form, does what the page asks for, and shows the outcome after each change. */
export interface FakeFormHost {
  view(): FormView;
  /** Changes the form as if its file had changed. */
  change(view: FormView): void;
  /** The option of `open` that connects a page with it. */
  readonly host: (message: PageMessage, form: ShownForm) => void;
}

/** A host that shows this view, with a tool of these parameters. */
export function createFakeFormHost(start: FormView, parameters: readonly string[] = []): FakeFormHost {
  let view = start;
  let edit = 0;

  function pick(server: string, tool: string): FormView {
    const sections = view.sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) =>
        field.kind === 'tool' ? ({ ...field, server, tool, state: 'available' } satisfies FieldOf<'tool'>) : field,
      ),
    }));
    const rows = parameters.map((parameter) => parameterRow(parameter, { isRequired: true }));
    return { ...view, sections, mapping: { rows, canAdd: false, suggestions: 0, problems: [] } };
  }

  function take(message: PageMessage): void {
    if (message.type === 'pickTool') view = pick(message.server, message.tool);
    else if (message.type === 'change' || message.type === 'map' || message.type === 'sampleChanged') {
      view = applyDrafts(view, [message]);
    } else if (message.type === 'save') view = { ...view, isDirty: false, canSave: false };
    if ('edit' in message) {
      view = { ...view, isDirty: true, canSave: true };
      ({ edit } = message);
    }
  }

  return {
    view: () => view,
    change(changed) {
      view = changed;
    },
    host(message, form) {
      take(message);
      const isAnswered = 'edit' in message || message.type === 'ready' || message.type === 'save';
      // The test may be over, and the page closed.
      if (isAnswered) form.show(view, edit).catch(() => undefined);
    },
  };
}
