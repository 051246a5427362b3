import { get, type Agent, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';

/** What clients ask for while processes end and start. */
export const paths = [
  '/api/v1/alerts?limit=5',
  '/api/v1/meta/sources',
  '/api/v1/radar/products',
  '/api/v1/reports?limit=1',
];
/** Pause of a client between two requests. */
export const betweenMs = 20;

/** Sends a request, and reads its response to the end. @param onPart is given its body */
export function ask(
  url: string,
  agent: Agent,
  headers: OutgoingHttpHeaders = {},
  onPart: (part: Buffer) => void = () => undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      response.on('data', onPart);
      response.on('end', () => resolve(response));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}
