import http from 'node:http';
import https from 'node:https';
import { UpstreamError } from '@severe/base';

export interface S3Limits {
  /** A connection that carries nothing for this long is given up, while it is being made too. */
  idleMs: number;
  /** One request may take this long in all, so that a byte a second does not hold it for ever. */
  totalMs: number;
  /** Connections at once; further requests wait for one. */
  connections: number;
}

/**
 * How requests travel to the store: over kept connections, in bounded time. An answer that only time can mend (408, 429,
 * 5xx) becomes an `UpstreamError` here and its body is read off, so that its connection goes back to the pool.
 */
export function createTransport(secure: boolean, limits: S3Limits) {
  const { Agent, request } = secure ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: limits.connections, scheduling: 'lifo' });

  return {
    agent,
    request(options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void): http.ClientRequest {
      const signal = AbortSignal.timeout(limits.totalMs);
      const sent = request({ ...options, agent, signal, timeout: limits.idleMs }, (response) => {
        const status = response.statusCode ?? 0;
        if (status < 500 && status !== 429 && status !== 408) return onResponse(response);
        response.resume();
        sent.emit('error', unwell(status, response.headers['retry-after']));
      });
      sent.on('timeout', () => {
        sent.destroy(new UpstreamError('object store', `the object store was silent for ${limits.idleMs} ms`));
      });
      return sent;
    },
  };
}

function unwell(status: number, retryAfter: string | undefined): UpstreamError {
  const retryAfterSeconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return new UpstreamError('object store', `the object store answered ${status}`, { retryAfterSeconds });
}
