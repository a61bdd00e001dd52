/** Draws controls anew, and gives the focus to the one with the name of the one that had it. */
export function keepFocus(containerEl: HTMLElement, draw: () => void): void {
  const focused = containerEl.doc.activeElement;
  const name = containerEl.contains(focused) ? nameOf(focused) : undefined;
  draw();
  if (name === undefined) return;
  const controls = containerEl.findAll('button, input, select, textarea, [tabindex]');
  controls.find((control) => nameOf(control) === name)?.focus();
}

/** Whether a person is in another dialog, to which what is drawn anew could not take the focus back. */
export function isBehindDialog(containerEl: HTMLElement): boolean {
  // The one on top, also while what it saves leaves the focus nowhere.
  const dialog = containerEl.doc.body.findAll('.modal-container').at(-1);
  return dialog !== undefined && !dialog.contains(containerEl);
}

function nameOf(control: Element | null): string | undefined {
  return control?.getAttribute('aria-label') ?? control?.textContent ?? undefined;
}
