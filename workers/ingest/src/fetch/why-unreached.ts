import { messageOf } from '@severe/base';

/** What somebody who runs the service can do about a connection that fails, by the code of the error. */
const byCode: Record<string, string> = {
  ENOTFOUND: 'its name is not known; is there a name server, or a proxy that HTTPS_PROXY must name?',
  EAI_AGAIN: 'no name server answers; is there a network, or a proxy that HTTPS_PROXY must name?',
  ECONNREFUSED: 'the connection is refused; is a proxy needed (HTTPS_PROXY)?',
  ECONNRESET: 'the connection is cut; does a firewall or a proxy forbid it?',
  EPIPE: 'the connection is cut; does a firewall or a proxy forbid it?',
  ENETUNREACH: 'there is no way to its network',
  EHOSTUNREACH: 'there is no way to its host',
  ETIMEDOUT: 'no connection in time; does a firewall forbid it, or is a proxy needed (HTTPS_PROXY)?',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time; does a firewall forbid it, or is a proxy needed (HTTPS_PROXY)?',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stops in the middle of its answer',
  UND_ERR_SOCKET: 'it ends the connection in the middle of its answer',
  CERT_HAS_EXPIRED: 'its certificate has expired; is the clock of this machine right?',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; does something intercept the connection?',
};

/** Codes of certificates that no known authority has signed. */
const unknownAuthority = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Why a provider was not reached, in words for who runs the service; undefined if the error is none of the network. The code is
 * often that of a cause.
 */
export function whyUnreached(error: unknown): string | undefined {
  for (let each: unknown = error, depth = 0; each instanceof Error && depth < 6; each = each.cause, depth++) {
    const { code = '', errors } = each as Error & { code?: string; errors?: unknown[] };
    if (Object.hasOwn(byCode, code)) return `${byCode[code]} (${code})`;
    if (unknownAuthority.has(code))
      return `its certificate is signed by nobody known here; does a proxy need NODE_EXTRA_CA_CERTS? (${code})`;
    const proxied = /^Proxy response \((\d+)\)/.exec(messageOf(each));
    if (proxied) return `the proxy refuses the connection with ${proxied[1]}`;
    const inner = errors?.map(whyUnreached).find((why) => why !== undefined);
    if (inner) return inner;
  }
  return undefined;
}
