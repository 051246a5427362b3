import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** From here on an array is worth collecting at once: two of them at a time would not fit the memory allowed. */
const LARGE = 30e6;

let collector: (() => void) | undefined;

/**
 * Gives back the memory of a field that nobody holds any more. Left to itself the engine sees small objects, and lets
 * hundreds of megabytes behind them wait while the next field asks for as much again.
 *
 * @param points of the field
 */
export function collectAfter(points: number): void {
  if (points < LARGE) return;
  if (!collector) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
