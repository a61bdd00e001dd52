import { isJsonObject, type JsonRpcError } from '@toolyard/core';
import { parseElicitation } from '@toolyard/runtime';

const NEEDS_PAGES = -32042;

/** The pages that a person has to open before a call can work, from the error of the server that says so. */
export function listPages({ code, data }: JsonRpcError): { readonly url: string; readonly host: string }[] {
  const asked = code === NEEDS_PAGES && isJsonObject(data) ? data['elicitations'] : undefined;
  if (!Array.isArray(asked)) return [];
  return asked.flatMap((params: unknown) => {
    const page = parseElicitation(params);
    return page.kind === 'url' ? [{ url: page.url, host: page.host }] : [];
  });
}
