import { generationIntervalMs, generationLifetimeMs, planGeneration } from '../model/generation.ts';
import { hourMs, minuteMs, moved } from '../model/plane.ts';
import { generationAt } from '../model/storms.ts';
import { LruCache } from '../lru-cache.ts';
import { tracksOf } from '../threats/track.ts';
import { hailTag } from '../warnings/texts.ts';
import type { WeightedEvent } from './probability-grid.ts';

/** The hazards that outlooks cover. */
const subjects = ['thunder', 'tornado', 'hail', 'wind', 'rain'] as const;
export type Subject = (typeof subjects)[number];

/** An event with its time. */
interface TimedEvent extends WeightedEvent {
  time: number;
}

/** The future events of a period, by hazard. */
export interface FutureEvents {
  between(subject: Subject, from: number, to: number): WeightedEvent[];
}

/** Interval at which storms are sampled. */
const sampleIntervalMs = 20 * minuteMs;

export function openFutureEvents(seed: number): FutureEvents {
  // An outlook for day 8 needs the generations of a week ahead; one for day 1 needs those of today.
  const generations = new LruCache<number, Record<Subject, TimedEvent[]>>(48, (index) =>
    eventsOfGeneration(seed, index),
  );
  return {
    between(subject, from, to) {
      const first = Math.floor((from - generationLifetimeMs) / generationIntervalMs);
      const last = Math.floor((to + hourMs) / generationIntervalMs);
      return Array.from({ length: last - first + 1 }, (_, i) => generations.get(first + i)[subject])
        .flat()
        .filter(({ time }) => time >= from && time < to);
    },
  };
}

function eventsOfGeneration(seed: number, index: number): Record<Subject, TimedEvent[]> {
  const start = index * generationIntervalMs;
  const generation = planGeneration(seed, index);
  const all: Record<Subject, TimedEvent[]> = { thunder: [], tornado: [], hail: [], wind: [], rain: [] };
  for (const { kind, samples } of tracksOf(generation, start, sampleIntervalMs)) {
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
  for (let time = start; time < start + generationLifetimeMs; time += sampleIntervalMs) {
    for (const { position, intensity, eastKm } of generationAt(generation, time).shields) {
      for (const east of [-0.5, 0, 0.5]) {
        all.rain.push({ place: moved(position, { east: east * eastKm, north: 0 }), weight: 0.4 * intensity, time });
      }
    }
  }
  return all;
}
