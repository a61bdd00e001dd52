/** Tells screen readers what a control is for; of a switch it is the checkbox inside that they read. */
export function labelControl(control: HTMLElement, label: string): void {
  const input = control.find('input') ?? control;
  input.setAttribute('aria-label', label);
}
