import { pino } from 'pino';

export { until } from '@severe/testing/until';

/** What a promise was rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was expected to fail, and did not');
}

/** A logger whose lines a test can read. */
export function recordingLog() {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, messages: () => lines.map(({ msg }) => msg) };
}

/** A promise and the function that fulfils it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open!: () => void;
  const opened = new Promise<void>((done) => (open = done));
  return { opened, open };
}
