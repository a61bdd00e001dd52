import { LitElement, noChange } from 'lit';
import { Directive, directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';

/** What a screen reader says of a control besides its label. */
export interface Description {
  /** Help and problems, empty where there are none. */
  readonly text: string;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly hasDigits?: boolean;
}

const HINT_ID = 'toolyard-hint';

/** An element of the library keeps its real control in its shadow, which can only refer to text that is in there with it. */
class Described extends Directive {
  render(_description: Description): unknown {
    return noChange;
  }

  override update(part: ElementPart, [description]: [Description]): unknown {
    const { element } = part;
    if (element instanceof LitElement) {
      void element.updateComplete.then(() => describe(element, description));
    }
    return noChange;
  }
}

const describedDirective = directive(Described);

/** Ties help and problems to the control inside of an element of the library, for screen readers. */
export function described(description: Description): DirectiveResult {
  return describedDirective(description);
}

function describe({ shadowRoot }: Element, { text, isInvalid, isRequired, hasDigits }: Description): void {
  const control = shadowRoot?.querySelector('input, textarea');
  if (!shadowRoot || !control) return;
  let hint = shadowRoot.getElementById(HINT_ID);
  if (hint === null) {
    hint = document.createElement('span');
    hint.id = HINT_ID;
    hint.hidden = true;
    shadowRoot.append(hint);
  }
  hint.textContent = text;
  control.toggleAttribute('aria-describedby', false);
  if (text !== '') control.setAttribute('aria-describedby', HINT_ID);
  control.setAttribute('aria-invalid', String(isInvalid));
  if (isRequired) control.setAttribute('aria-required', 'true');
  else control.removeAttribute('aria-required');
  if (hasDigits === true) control.setAttribute('inputmode', 'decimal');
}
