import { env } from 'vscode';

/**
 * Opens an address in the browser, as it was shown to the person. Not as an object: of that the editor takes the percent signs out, and `%26` in
 * the query of a page to log in would end its value. It takes texts too, only its types do not say so.
 */
export async function openInBrowser(url: string): Promise<boolean> {
  const opened: unknown = await Reflect.apply(env.openExternal, env, [url]);
  return opened === true;
}
