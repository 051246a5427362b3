import type { Generation } from '../model/plans.ts';
import { cellAt } from '../model/storms.ts';
import { tornadic } from './hazards.ts';
import { sampleIntervalMs, sampleOf, type Sample } from './track.ts';

/** A tornado from touchdown to end, at the mesocyclone of its storm. */
export interface Tornado {
  /** Identifier of its storm. */
  storm: string;
  /** Every two minutes; at least two. */
  samples: Sample[];
}

/**
 * The tornadoes of a generation. Each lasts as long as its storm rotates fast enough; one of a single sample leaves no
 * path.
 */
export function tornadoesOf({ cells }: Generation): Tornado[] {
  return cells
    .filter(({ kind }) => kind === 'supercell')
    .flatMap((plan) => {
      const tornadoes: Tornado[] = [];
      let samples: Sample[] = [];
      const first = Math.ceil(plan.birth / sampleIntervalMs) * sampleIntervalMs;
      for (let time = first; time <= plan.death + sampleIntervalMs; time += sampleIntervalMs) {
        const spinning = cellAt(plan, time).filter(({ rotation }) => rotation >= tornadic);
        if (spinning.length > 0) {
          samples.push(sampleOf(spinning[0], time));
          continue;
        }
        if (samples.length > 1) tornadoes.push({ storm: plan.id, samples });
        samples = [];
      }
      return tornadoes;
    });
}
