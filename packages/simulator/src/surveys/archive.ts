import { generationIntervalMs, generationLifetimeMs } from '../model/generation.ts';
import { hourMs } from '../model/plane.ts';
import { LruCache } from '../lru-cache.ts';
import { surveysOfGeneration, type Survey } from './survey.ts';

/** Period for which surveys are served. */
const servedMs = 7 * 24 * hourMs;

/** The damage surveys of a seed. */
export interface SurveyArchive {
  /** Surveys of tornadoes that began in a period, as far as published by `now`, in order of their numbers. */
  between(since: number, until: number, now: number): Survey[];
}

export function openSurveyArchive(seed: number): SurveyArchive {
  const generations = new LruCache<number, Survey[]>(40, (index) => surveysOfGeneration(seed, index));
  return {
    between(since, until, now) {
      const from = Math.max(since, now - servedMs);
      const first = Math.floor((from - generationLifetimeMs) / generationIntervalMs);
      const last = Math.floor(Math.min(until, now) / generationIntervalMs);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => generations.get(first + i))
        .flat()
        .filter(({ beginsAt, publishedAt }) => beginsAt >= from && beginsAt <= until && publishedAt <= now);
    },
  };
}
