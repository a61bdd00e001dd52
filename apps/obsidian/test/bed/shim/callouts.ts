/** A quote that begins with `[!kind]` is a callout; with `-` behind that it is folded until somebody clicks its title. */
export function markCallouts(element: HTMLElement): void {
  for (const quote of element.querySelectorAll('blockquote')) {
    const title = quote.querySelector('p');
    const first = title?.firstChild;
    const kind = /^\[!(\w+)\]([-+]?) ?/.exec(first?.textContent ?? '');
    if (kind === null || !title || !first) continue;
    quote.classList.add('callout');
    quote.dataset['callout'] = kind[1] ?? '';
    first.textContent = (first.textContent ?? '').slice(kind[0].length);
    if (kind[2] === '') continue;
    title.classList.add('callout-title');
    quote.classList.add('is-collapsible');
    quote.classList.toggle('is-collapsed', kind[2] === '-');
    title.addEventListener('click', () => quote.classList.toggle('is-collapsed'));
  }
}
