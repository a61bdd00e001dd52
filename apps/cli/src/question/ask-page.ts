import { DECLINE, type ElicitResult, type QuestionScreen } from './create-question-screen.ts';

/** Shows the address of a page, and asks whether the person opened it; nothing is opened for them. */
export async function askPage(
  screen: QuestionScreen,
  { url, host }: { readonly url: string; readonly host: string },
): Promise<ElicitResult> {
  screen.line(`It asks you to open a page at ${screen.paint('strong', host)}:`);
  screen.line(`  ${markHost(url, host, (text) => screen.paint('strong', text))}`);
  if (url.startsWith('http:')) screen.line(screen.paint('bad', 'What you type there is sent unencrypted.'));
  screen.line('Open it yourself in a browser, if you trust that host.');
  for (;;) {
    const answer = await screen.ask(`Type done when you have opened it, or ${DECLINE}: `);
    if ('end' in answer) return answer.end;
    if (/^\s*(done|y|yes)\s*$/i.test(answer.typed)) return { action: 'accept' };
    if (/^\s*(n|no)\s*$/i.test(answer.typed)) return { action: 'decline' };
  }
}

/** A user name may look like another host, so the place of the real one is counted from the end of the authority. */
function markHost(url: string, host: string, mark: (text: string) => string): string {
  const start = url.indexOf('//') + 2;
  const length = url.slice(start).search(/[/?#]/);
  const end = length === -1 ? url.length : start + length;
  return url.slice(0, end - host.length) + mark(host) + url.slice(end);
}
