const BYTES_PER_TOKEN = 4;

/** About how many tokens a text of so many bytes in UTF-8 is: each model counts differently. */
export function estimateTokens(bytes: number): number {
  return Math.round(bytes / BYTES_PER_TOKEN);
}
