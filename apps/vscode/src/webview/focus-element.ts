const CONTROLS = 'input, select, textarea, vscode-textfield, vscode-textarea, vscode-checkbox, vscode-button';

/** Moves the focus to an element, or to the first control inside of it; says whether there is one. */
export function focusElement(root: HTMLElement, id: string): boolean {
  const found = document.getElementById(id);
  const element = found?.matches(CONTROLS) === true ? found : found?.querySelector(CONTROLS);
  if (!(element instanceof HTMLElement) || !root.contains(element)) return false;
  element.focus();
  element.scrollIntoView({ block: 'nearest' });
  return true;
}
