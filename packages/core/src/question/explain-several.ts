/** What a server is told whose question could be for one of several clients. */
export function explainSeveral(server: string): string {
  const setting = '"sharing": "per-session"';
  return `Several clients are using server "${server}", so Toolyard cannot tell which of them its question is for. Set ${setting} for it.`;
}

/** What a server is told whose question could be for one of several requests that share a copy of it. */
export function explainShared(server: string): string {
  const why = `Several requests share this copy of server "${server}" because no more copies may run ("sessionCopyLimit")`;
  return `${why}, so Toolyard cannot tell which of them its question is for. Answer or end other requests first.`;
}
