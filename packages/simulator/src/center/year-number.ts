import { generationIntervalMs } from '../model/generation.ts';

/**
 * The number within the year of a product of which every generation has `each`. It follows from the time alone, without
 * counting.
 *
 * @param at   issue time: within the generation's interval
 * @param slot index of the product within the generation, from 0
 */
export function yearNumber(at: number, each: number, slot: number): number {
  const yearStart = Date.UTC(new Date(at).getUTCFullYear(), 0);
  return Math.floor((at - yearStart) / generationIntervalMs) * each + slot + 1;
}
