/** What a server is told whose question could be for one of several clients. */
export function explainSeveral(server: string): string {
  const setting = '"sharing": "per-session"';
  return `Several clients use server "${server}" now, and it is not known which of them is asked. Set ${setting} for it.`;
}

/** What a server is told whose question could be for one of several requests that share a copy of it. */
export function explainShared(server: string): string {
  const why = `Several requests share this copy of server "${server}", since no more copies may run ("sessionCopyLimit")`;
  return `${why}, and it is not known which of them is asked. Answer or end other requests first.`;
}
