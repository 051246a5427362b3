import http from 'node:http';
import https from 'node:https';
import { UpstreamError } from '@severe/base';

export interface S3Limits {
  /** Idle timeout of a connection, also while connecting. */
  idleMs: number;
  /** Total timeout of a request, so that a slow transfer cannot hold it forever. */
  totalMs: number;
  /** Maximum number of connections; further requests wait. */
  connections: number;
}

/**
 * Sends requests to the store over persistent connections with timeouts. A temporary failure (408, 429, 5xx but 501) becomes an
 * `UpstreamError`; its body is consumed, so that the connection returns to the pool.
 */
export function createTransport(endpoint: string, limits: S3Limits) {
  const { Agent, request } = endpoint.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: limits.connections, scheduling: 'lifo' });
  const failure = (problem: string, retryAfterSeconds?: number): UpstreamError =>
    new UpstreamError('object store', `object store at ${endpoint}: ${problem}`, { retryAfterSeconds });

  function send(
    options: http.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    let received: http.IncomingMessage | undefined;
    const giveUp = (problem: string): void => {
      const error = failure(problem);
      received?.destroy(error); // first, so that readers of the body get the reason
      sent.destroy(error);
    };
    const sent = request({ ...options, agent, timeout: limits.idleMs }, (response) => {
      received = response;
      const status = response.statusCode ?? 0;
      if (!passes(status)) return onResponse(response);
      response.resume();
      sent.emit(
        'error',
        failure(`it answered ${status} ${response.statusMessage}`, secondsOf(response.headers['retry-after'])),
      );
    });
    const end = setTimeout(() => giveUp(`a request took longer than ${limits.totalMs} ms`), limits.totalMs);
    sent.on('timeout', () => giveUp(`it was silent for ${limits.idleMs} ms`));
    sent.on('close', () => clearTimeout(end));
    return sent;
  }
  return { agent, request: send };
}

/** Whether a response means that the same request may succeed later; 501 is for ever. */
function passes(status: number): boolean {
  return (status >= 500 && status !== 501) || status === 429 || status === 408;
}

function secondsOf(retryAfter: string | undefined): number | undefined {
  return /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
}
