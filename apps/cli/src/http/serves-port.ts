import type { YardAbout } from '@toolyard/core';

/** Whether the program that runs a yard serves it on this port, so that no stranger has taken that. */
export function servesPort(about: YardAbout | undefined, port: number): about is YardAbout & { readonly url: string } {
  return about?.url !== undefined && Number(new URL(about.url).port) === port;
}
