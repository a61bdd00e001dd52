import { describe, expect, it } from 'vitest';
import { toPageHtml } from './to-page-html.ts';

describe('toPageHtml', () => {
  it('allows the one script and nothing else', () => {
    const html = toPageHtml({ script: 'https://page.test/form.js?a=1&b=2', nonce: 'n0nce', title: 'Hook' });
    expect(html).toContain(`content="default-src 'none'; script-src 'nonce-n0nce'; img-src data:;`);
    expect(html).toContain('<script nonce="n0nce" src="https://page.test/form.js?a=1&amp;b=2"></script>');
    expect(html).not.toContain('unsafe');
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('lets no address out of its quotes', () => {
    const html = toPageHtml({ script: '"><script>alert(1)</script>', nonce: 'n', title: '</title><script>' });
    expect(html.match(/<script/g)).toHaveLength(1);
  });
});
