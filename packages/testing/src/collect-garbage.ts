import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees all memory that nothing refers to, as V8 does some time. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
