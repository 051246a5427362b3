import type { ServerResponse } from 'node:http';
import type { HttpsReceiver, Received } from '@severe/testing/https-receiver';

/** Receivers of strangers, by the path of their URL. */
export const hostileKinds = ['late', 'never', 'endless', 'refuse', 'close', 'turn'] as const;
export type HostileKind = (typeof hostileKinds)[number];

/** A second less than a request may take. */
const lateMs = 14_000;
/** Requests that a receiver answers at once, before it becomes slow. */
const friendlyRequests = 5;

/**
 * Answers as the path says: `late` acknowledges after 14 s, `never` does not answer, `endless` acknowledges and then sends a byte at a
 * time, `refuse` answers with 500, `close` cuts the connection, and `turn` is fast at first and late then. Others are honest, and
 * acknowledge at once.
 *
 * @returns the number of requests to strangers, which grows
 */
export function answerAsPathsSay(receiver: HttpsReceiver): { hostile: number } {
  const requests = new Map<string, number>();
  const counts = { hostile: 0 };
  const late = (response: ServerResponse): void => void setTimeout(() => response.writeHead(204).end(), lateMs).unref();
  const answers: Record<HostileKind, (response: ServerResponse, path: string) => void> = {
    late,
    never: () => undefined,
    endless: (response) => {
      response.writeHead(200).write('.');
      const sending = setInterval(() => response.write('.'), 1000).unref();
      response.once('close', () => clearInterval(sending));
    },
    refuse: (response) => void response.writeHead(500).end(),
    close: (response) => void response.destroy(),
    turn: (response, path) => {
      const count = (requests.get(path) ?? 0) + 1;
      requests.set(path, count);
      if (count > friendlyRequests) late(response);
      else response.writeHead(204).end();
    },
  };
  receiver.answer = ({ path }: Received, response) => {
    const kind = path.split('/')[1] as HostileKind;
    const answer = answers[kind] as (typeof answers)[HostileKind] | undefined;
    if (answer) {
      counts.hostile++;
      answer(response, path);
    } else response.writeHead(204).end();
    receiver.received.length = 0; // ten thousands of bodies are not kept
  };
  return counts;
}
