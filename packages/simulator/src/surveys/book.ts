import { generationEvery, generationLife } from '../model/generation.ts';
import { hour } from '../model/plane.ts';
import { Recent } from '../recent.ts';
import { surveysOfRound, type Survey } from './survey.ts';

/** Period for which surveys are served. */
const kept = 7 * 24 * hour;

/** The damage surveys of a seed. */
export interface SurveyBook {
  /** Surveys of tornadoes that began in a period, as far as published by `now`, in order of their numbers. */
  between(since: number, until: number, now: number): Survey[];
}

export function openSurveyBook(seed: number): SurveyBook {
  const rounds = new Recent<number, Survey[]>(40, (index) => surveysOfRound(seed, index));
  return {
    between(since, until, now) {
      const from = Math.max(since, now - kept);
      const first = Math.floor((from - generationLife) / generationEvery);
      const last = Math.floor(Math.min(until, now) / generationEvery);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => rounds.get(first + i))
        .flat()
        .filter(({ beginsAt, toldAt }) => beginsAt >= from && beginsAt <= until && toldAt <= now);
    },
  };
}
