import { ParserThread } from '../../src/thread/parser-thread.ts';
import { parsers, type Parsers } from '../../src/thread/parsers.ts';

export { bareName } from '../../src/imports/place-lines.ts';

/** Names of all parsers of payloads. */
export const parserNames = Object.keys(parsers) as (keyof Parsers)[];

/** What parsers were given, by their name. */
export type Captured = Map<keyof Parsers, unknown[][]>;

/** Most payloads of a parser that are kept. */
const most = 12;

/** Keeps what parsers are given while some work runs. */
export async function capturePayloads(work: () => Promise<unknown>): Promise<Captured> {
  const captured: Captured = new Map();
  const own = ParserThread.prototype;
  const run: ParserThread['run'] = Reflect.get(own, 'run');
  own.run = function keep(name, given) {
    const known = captured.get(name) ?? [];
    if (known.length < most) captured.set(name, [...known, given]);
    return run.call(this, name, given);
  };
  try {
    await work();
  } finally {
    own.run = run;
  }
  return captured;
}

/** Runs a parser here. Hostile texts are refused, as a whole or item by item: `read` if nothing was. */
export async function parseHere(name: keyof Parsers, given: unknown[]): Promise<'read' | 'refused'> {
  try {
    const result = await (parsers[name] as (...values: unknown[]) => unknown)(...given);
    const { refused } = (result ?? {}) as { refused?: unknown[] };
    return refused && refused.length > 0 ? 'refused' : 'read';
  } catch {
    return 'refused';
  }
}
