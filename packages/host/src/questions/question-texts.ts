import { isSecretName, toVisibleLine } from '@toolyard/core';
import type { FormField } from '@toolyard/runtime';

/** What people are told of every form of a server: the protocol lets servers ask for no secrets by one. */
export function adviseOnForm(server: string): string {
  return `Your answers go to server "${toVisibleLine(server)}". Never enter a password or key.`;
}

/** Whether a field asks for something that no server may ask for in a form. */
export function isSecretField({ name, title }: Pick<FormField, 'name' | 'title'>): boolean {
  return isSecretName(name) || isSecretName(title);
}

/** What people are told at such a field. */
export function warnOfSecret(title: string): string {
  return `"${toVisibleLine(title)}" looks like a secret, which no server may ask for in a form. Decline, unless you know better.`;
}

/** What people are told before they open a page of a server, by its address. */
export function adviseOnPage(url: string): readonly string[] {
  const unencrypted = url.startsWith('http:') ? ['What you enter there is sent unencrypted.'] : [];
  return [...unencrypted, 'Open it only if you trust that host.'];
}
