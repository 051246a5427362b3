import { generationEvery, generationLife, planGeneration } from '../model/generation.ts';
import { hour, minute, moved } from '../model/plane.ts';
import { roundAt } from '../model/storms.ts';
import { Recent } from '../recent.ts';
import { tracksOf } from '../threats/track.ts';
import { hailTag } from '../warnings/words.ts';
import type { Happening } from './chances.ts';

/** The hazards that outlooks cover. */
export const subjects = ['thunder', 'tornado', 'hail', 'wind', 'rain'] as const;
export type Subject = (typeof subjects)[number];

/** An event with its time. */
interface Timed extends Happening {
  time: number;
}

/** The future events of a period, by hazard. */
export interface Foresight {
  between(subject: Subject, from: number, to: number): Happening[];
}

/** Interval at which storms are sampled. */
const lookEvery = 20 * minute;

export function openForesight(seed: number): Foresight {
  // An outlook for day 8 needs the generations of a week ahead; one for day 1 needs those of today.
  const rounds = new Recent<number, Record<Subject, Timed[]>>(48, (index) => ofRound(seed, index));
  return {
    between(subject, from, to) {
      const first = Math.floor((from - generationLife) / generationEvery);
      const last = Math.floor((to + hour) / generationEvery);
      return Array.from({ length: last - first + 1 }, (_, i) => rounds.get(first + i)[subject])
        .flat()
        .filter(({ time }) => time >= from && time < to);
    },
  };
}

function ofRound(seed: number, index: number): Record<Subject, Timed[]> {
  const start = index * generationEvery;
  const round = planGeneration(seed, index);
  const all: Record<Subject, Timed[]> = { thunder: [], tornado: [], hail: [], wind: [], rain: [] };
  for (const { kind, samples } of tracksOf(round, start, lookEvery)) {
    for (const { time, front, hailIn, gustMph, rotation } of samples) {
      const add = (subject: Subject, weight: number): void => {
        if (weight > 0) for (const place of front) all[subject].push({ place, weight: weight / front.length, time });
      };
      add('thunder', 1);
      add('tornado', kind === 'supercell' ? Math.max(0, rotation - 6) : 0);
      add('hail', hailTag(hailIn) >= 1 ? hailIn : 0);
      add('wind', Math.max(0, gustMph - 52));
      add('rain', kind === 'line' ? 1.5 : kind === 'supercell' ? 0.8 : 0.2);
    }
  }
  for (let time = start; time < start + generationLife; time += lookEvery) {
    for (const { position, intensity, eastKm } of roundAt(round, time).shields) {
      for (const east of [-0.5, 0, 0.5]) {
        all.rain.push({ place: moved(position, { east: east * eastKm, north: 0 }), weight: 0.4 * intensity, time });
      }
    }
  }
  return all;
}
