/** The document of a page: one script, which brings everything else along. The policy forbids all other sources, and any inline style. */
export function toPageHtml({
  script,
  nonce,
  title,
}: {
  readonly script: string;
  readonly nonce: string;
  readonly title: string;
}): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; img-src data:; form-action 'none'; base-uri 'none'`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}" />
    <title>${escapeHtml(title)}</title>
  </head>
  <body>
    <script nonce="${escapeHtml(nonce)}" src="${escapeHtml(script)}"></script>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
