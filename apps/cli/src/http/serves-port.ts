import type { YardAbout } from '@toolyard/core';

/** Whether the program that runs a yard serves it on this port, so that no stranger has taken that. */
export function servesPort(about: YardAbout | undefined, port: number): about is YardAbout & { readonly url: string } {
  // Another process told it, so it may be anything.
  return about?.url !== undefined && URL.canParse(about.url) && Number(new URL(about.url).port) === port;
}
