/** Buttons of the library are pressed by the space bar, which would move the page as well. */
export function keepPageStill(event: KeyboardEvent): void {
  const isButton = event.target instanceof Element && event.target.localName === 'vscode-button';
  if (event.key === ' ' && isButton) event.preventDefault();
}
