import { ApiError } from '@severe/client';
import type { MapSymbol, Overlay, OverlayData } from './overlay.ts';

/**
 * What an overlay showed at a moment of the past; undefined while it is loaded. `unknown`: the service has refused the moment.
 * `unrecorded`: the moment was before its records start.
 */
export type PastState = OverlayData | 'unknown' | 'unrecorded' | undefined;

/** States in memory: an hour of a loop for a few overlays. */
const maxStates = 120;

/** Loads what was known at moments of the past, one request at a time for each overlay. */
export class PastStates {
  readonly #states = new Map<string, OverlayData | 'unknown'>();
  readonly #loading = new Set<string>();
  readonly #changed: () => void;

  /** @param changed called after each response; the caller asks again for what it needs then */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The state at a moment in milliseconds; undefined while it is loaded. @param box area of overlays in sight */
  at(overlay: Overlay, moment: number, box: string): PastState {
    const key = [overlay.id, moment, overlay.inSight && box].join();
    const state = this.#states.get(key);
    if (state === undefined && !this.#loading.has(overlay.id)) void this.#load(overlay, moment, box, key);
    return state;
  }

  /** Describes everything in the units that are chosen now. */
  renew(): void {
    for (const state of this.#states.values()) if (state !== 'unknown') state.symbols = state.again();
  }

  async #load(overlay: Overlay, moment: number, box: string, key: string): Promise<void> {
    this.#loading.add(overlay.id);
    const asOf = `${new Date(moment).toISOString().slice(0, 19)}Z`;
    const state = await overlay.load({ bbox: box, now: moment, asOf }).catch((error: unknown) => {
      return isRefusal(error) ? ('unknown' as const) : undefined;
    });
    this.#loading.delete(overlay.id);
    if (state === undefined) return; // no response: the next caller tries again
    this.#states.set(key, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > maxStates) this.#states.delete(oldest);
    this.#changed();
  }
}

/** Whether the service has refused the moment: a 400. `symbolsOf` throws with the problem as cause. */
function isRefusal(error: unknown): boolean {
  const problem = error instanceof ApiError ? error.problem : (error as Error).cause;
  return (problem as { status?: number } | undefined)?.status === 400;
}

/** Symbols of now that had begun at a moment, for a moment without a record. */
export function begunAt(symbols: MapSymbol[], moment: number): MapSymbol[] {
  return symbols.filter(({ startsAt }) => !startsAt || startsAt.getTime() <= moment);
}
