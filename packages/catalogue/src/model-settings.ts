import type { Settings } from '@severe/base';
import type { ModelId } from './models.ts';

/** Settings that decide which models are followed, and how much of them. */
export type ModelSettings = Pick<
  Settings,
  'sources' | 'models' | 'hrrrFields' | 'hrrrHours' | 'hrrrEveryHours' | 'rrfsFields' | 'rrfsHours' | 'rrfsEveryHours'
>;

/** What an installation wants of a model. */
interface ModelWishes {
  /** Whether `MODELS` or `SOURCES` names it. */
  isFollowed: boolean;
  /** Ids of fields; none stands for all. */
  fields: readonly string[];
  /** Last forecast hour. */
  hours: number;
  /** A run every so many hours, from 00 UTC. */
  everyHours: number;
}

/** What the settings want of a model. */
export function modelWishes(id: ModelId, settings: ModelSettings): ModelWishes {
  const isFollowed = settings.models.includes(id) || settings.sources.includes(id);
  const { [`${id}Fields` as const]: fields, [`${id}Hours` as const]: hours } = settings;
  return { isFollowed, fields, hours, everyHours: settings[`${id}EveryHours`] };
}
