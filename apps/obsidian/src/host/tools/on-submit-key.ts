/** Calls back when a person presses Ctrl or Cmd and Enter, also in a field of several lines, where Enter alone begins a new one. */
export function onSubmitKey(element: HTMLElement, submit: () => void): void {
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  });
}
