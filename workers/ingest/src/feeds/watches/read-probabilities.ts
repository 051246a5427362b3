import type { WatchWithProbabilities } from '@severe/db';
import { parseTextProduct } from '../bulletins/parse.ts';
import { parseWatchText } from './parse-text.ts';

/** The probabilities in a bulletin of a watch; undefined if it has none. @throws {DataError} for any other payload */
export function readProbabilities(bulletin: string): WatchWithProbabilities | undefined {
  const { text, issuedAt } = parseTextProduct(bulletin);
  const { year, number, probabilities } = parseWatchText(text, issuedAt);
  return probabilities ? { year, number, probabilities } : undefined;
}
