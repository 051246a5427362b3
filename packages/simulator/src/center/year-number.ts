import { generationEvery } from '../model/generation.ts';

/**
 * A number within the year for something of which every round of storms brings `each`, without counting what came before.
 *
 * @param at   when it is issued: not earlier than its round begins, and before the next one does
 * @param slot which of those of the round, from 0
 */
export function yearNumber(at: number, each: number, slot: number): number {
  const yearStart = Date.UTC(new Date(at).getUTCFullYear(), 0);
  return Math.floor((at - yearStart) / generationEvery) * each + slot + 1;
}
