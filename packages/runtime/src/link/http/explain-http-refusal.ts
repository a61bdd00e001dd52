import { createRedactor, parseFrame, ToolyardError, type HttpReply } from '@toolyard/core';

/** An HTTP answer that is not what was hoped for. */
export interface HttpRefusal {
  readonly reply: HttpReply;
  readonly body: Uint8Array | undefined;
  /** Host and port that gave it. */
  readonly host: string;
  /** The headers that were configured, whose values a server may repeat and nobody may see. */
  readonly headers: Readonly<Record<string, string>>;
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const MAX_QUOTE = 200;

/** Says what an HTTP status means for a server, and what to do; reads on after `Server "x" `. */
export function explainHttpRefusal(refusal: HttpRefusal): ToolyardError {
  const { reply, host } = refusal;
  const { status } = reply;
  const said = `${host} answered ${[status, NAMES[status]].filter(Boolean).join(' ')}${quote(refusal)}`;
  const [what, advice] = explainStatus(status);
  const more = status === 401 ? describeLogin(reply) : '';
  return new ToolyardError(status === 401 ? 'login-required' : 'protocol-error', `${what} (${said}). ${advice}${more}`);
}

function explainStatus(status: number): readonly [what: string, advice: string] {
  if (status >= 500) return ['could not answer', 'Check its log, or wait until it is back'];
  switch (status) {
    case 401:
      return ['requires a login', 'Check the "Authorization" in its "headers"'];
    case 403:
      return ['refused access', 'Check what the credentials in its "headers" may do'];
    case 404:
      return ['is not at this address', 'Check the path of its "url"'];
    case 405:
      return ['accepts no messages at this address', 'Check the path of its "url"; an old server needs "type": "sse"'];
    case 406:
    case 415:
      return ['does not accept MCP messages', 'Check whether its "url" is the address of an MCP server'];
    case 413:
      return ['refused a message because of its size', 'Send less, or raise its limit'];
    case 429:
      return ['received too many requests', 'Try again later'];
    default:
      return ['refused a message', 'Check its "url" and its log'];
  }
}

/** Where the server says how one logs in, as far as it is an address that people may open. */
function describeLogin({ headers }: HttpReply): string {
  const [, metadata = ''] = /\bresource_metadata="?([^",\s]+)/.exec(headers['www-authenticate'] ?? '') ?? [];
  if (metadata.length > MAX_QUOTE || !URL.canParse(metadata)) return '';
  const { protocol, username, password, href } = new URL(metadata);
  const isOpen = ['http:', 'https:'].includes(protocol) && username === '' && password === '';
  return isOpen ? `; how to log in is described at ${href}` : '';
}

/** What the server says about it, where it says it in the protocol's way. */
function quote({ body, headers }: HttpRefusal): string {
  const error = body === undefined ? undefined : parseFrame(body)?.value('error');
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  if (typeof message !== 'string' || message === '') return '';
  const secrets = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  return `: "${createRedactor(secrets)(message).slice(0, MAX_QUOTE)}"`;
}
