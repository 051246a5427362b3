import { Machine } from './machine.ts';
import { Timeline } from './timeline.ts';

/** Connections that ask again as soon as they have an answer, as those of wrk. */
export interface ClosedLoad {
  /** Processes that answer; each has a client of its own, as busy as all others. */
  servers: number;
  /** Processors that servers and clients share. */
  processors: number;
  /** Of all clients together. */
  connections: number;
  /** Processor time of an answer, of its server and of its client, in milliseconds. */
  serverMs: number;
  clientMs: number;
  /**
   * Processor time of what all servers share, such as Redis. A server asks it in the middle of an answer, for all answers of a turn of its
   * event loop together.
   */
  otherMs?: number;
}

const warmMs = 500;
const measuredMs = 2_000;

/** Simulates a closed load, request by request. @returns answers a second */
export function predictClosedLoad({
  servers,
  processors,
  connections,
  serverMs,
  clientMs,
  otherMs = 0,
}: ClosedLoad): number {
  const timeline = new Timeline();
  const machine = new Machine(timeline, processors);
  const shared = machine.thread();
  let answers = 0;
  for (let i = 0; i < servers; i++) {
    const [server, client] = [machine.thread(), machine.thread()];
    const finish = (): void =>
      server.run(serverMs / 2, () =>
        client.run(clientMs, () => {
          if (timeline.now > warmMs) answers++;
          ask();
        }),
      );
    let gathered = 0;
    const askShared = (): void => {
      const count = gathered;
      gathered = 0;
      shared.run(count * otherMs, () => {
        for (let k = 0; k < count; k++) finish();
      });
    };
    const ask = (): void => server.run(serverMs / 2, () => void (gathered++ || server.run(0, askShared)));
    for (let k = i; k < connections; k += servers) ask();
  }
  timeline.runUntil(warmMs + measuredMs);
  return (1000 * answers) / measuredMs;
}
