/** What a server is told whose question could be for one of several clients. */
export function explainSeveral(server: string): string {
  const setting = '"sharing": "per-session"';
  return `Several clients use server "${server}" now, and it is not known which of them is asked. Set ${setting} for it.`;
}
