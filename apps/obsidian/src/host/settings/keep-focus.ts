/** Draws controls anew, and gives the focus to the one with the name of the one that had it. */
export function keepFocus(containerEl: HTMLElement, draw: () => void): void {
  const focused = containerEl.doc.activeElement;
  const name = containerEl.contains(focused) ? nameOf(focused) : undefined;
  draw();
  if (name === undefined) return;
  const controls = containerEl.findAll('button, input, select, textarea, [tabindex]');
  controls.find((control) => nameOf(control) === name)?.focus();
}

/** Whether another dialog is open, which gives the focus back to the control that it was opened by. */
export function isBehindDialog(containerEl: HTMLElement): boolean {
  return [...containerEl.doc.querySelectorAll('.modal')].some((dialog) => !dialog.contains(containerEl));
}

function nameOf(control: Element | null): string | undefined {
  return control?.getAttribute('aria-label') ?? control?.textContent ?? undefined;
}
