import type { ServerResponse } from 'node:http';
import { RequestError } from '@severe/base';

/** Status of a request whose client closed the connection before the response, in logs and metrics only (as in nginx). */
const closedRequest = 499;

/**
 * A signal that aborts when the client closes the connection before the response is sent. It is made on first use, because
 * few responses have to wait.
 */
export function clientGone(response: Pick<ServerResponse, 'closed' | 'writableEnded' | 'once'>): () => AbortSignal {
  let controller: AbortController | undefined;
  return () => {
    if (controller) return controller.signal;
    const { signal } = (controller = new AbortController());
    const leave = (): void => {
      if (!response.writableEnded)
        controller!.abort(new RequestError(closedRequest, 'The client closed the connection'));
    };
    if (response.closed) leave();
    else response.once('close', leave);
    return signal;
  };
}
