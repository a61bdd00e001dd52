import { extendDom } from './dom-extensions.ts';

/** Opens a window as Obsidian does for panes that are moved out: of the same scripts, with a document and classes of its own; gives its body. */
export function openPopout(): HTMLElement {
  const popout = window.open('about:blank', '_blank', 'popup,width=700,height=500');
  if (popout === null) throw new Error('The window could not be opened.');
  extendDom(popout.window);
  const { document: inner } = popout;
  inner.body.className = document.body.className;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const copy = inner.createElement('link');
    Object.assign(copy, { rel: 'stylesheet', href: link.href });
    inner.head.append(copy);
  }
  return inner.body;
}
