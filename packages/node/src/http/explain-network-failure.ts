import { ToolyardError } from '@toolyard/core';

/** What is known when a request got no answer. */
export interface NetworkFailure {
  readonly error: Error;
  /** Host and port that were asked. */
  readonly host: string;
  /** Whether the connection was made, so that the request may have arrived. */
  readonly isConnected: boolean;
  /** What people call the address where they write it; `url` where absent. */
  readonly setting?: string;
}

const CHECK_URL = 'Check its "url"';
const START_IT = 'Start it, or check its "url"';

/** Why a server was not reached, by the error's code: what it means, and what to do. */
const UNREACHED: Readonly<Record<string, readonly [why: string, advice: string]>> = {
  ECONNREFUSED: ['connection refused', START_IT],
  ENOTFOUND: ['the host name was not found (DNS)', CHECK_URL],
  EAI_AGAIN: ['the host name could not be looked up (DNS)', 'Check the network'],
  ETIMEDOUT: ['the connection timed out', START_IT],
  EHOSTUNREACH: ['no route to the host', 'Check the network'],
  ENETUNREACH: ['the network is unreachable', 'Check the network'],
  EADDRNOTAVAIL: ['the address cannot be used from here', CHECK_URL],
  EPROTO: ['it does not speak TLS', 'Check whether its "url" should begin with http://'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not speak TLS', 'Check whether its "url" should begin with http://'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew the certificate'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is self-signed', 'Add its CA to NODE_EXTRA_CA_CERTS'],
  SELF_SIGNED_CERT_IN_CHAIN: ['its certificate is not trusted', 'Add its CA to NODE_EXTRA_CA_CERTS'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['its certificate is not trusted', 'Add its CA to NODE_EXTRA_CA_CERTS'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['its certificate is not trusted', 'Add its CA to NODE_EXTRA_CA_CERTS'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name', CHECK_URL],
};

/** What a connection can also break off with when the request is on its way. */
const LATER: ReadonlySet<string> = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Says why no answer came; reads on after `Server "x" `. `server-unavailable` means that nothing was sent. */
export function explainNetworkFailure({ setting = 'url', ...failure }: NetworkFailure): ToolyardError {
  const { code, message, cause } = explain(failure);
  return new ToolyardError(code, message.replaceAll('"url"', `"${setting}"`), { cause });
}

function explain({ error, host, isConnected }: NetworkFailure): ToolyardError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const options = { cause: error };
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN') {
    const message =
      'has something in its "headers" that HTTP does not allow, such as a line break or an accented letter';
    return new ToolyardError('server-misconfigured', message);
  }
  const known = UNREACHED[code];
  if (known !== undefined && (!isConnected || !LATER.has(code))) {
    const [why, advice] = known;
    return new ToolyardError('server-unavailable', `cannot be reached at ${host}: ${why}. ${advice}`, options);
  }
  if (code.startsWith('HPE_')) {
    return new ToolyardError('protocol-error', `does not speak HTTP at ${host}. ${CHECK_URL}`, options);
  }
  if (!isConnected) {
    const why = code === '' ? 'the connection failed' : code;
    return new ToolyardError('server-unavailable', `cannot be reached at ${host}: ${why}. ${START_IT}`, options);
  }
  return new ToolyardError('connection-lost', `closed the connection unexpectedly (${host})`, options);
}
