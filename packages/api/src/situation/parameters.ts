import { languages } from '@severe/assessment';
import { oneOf } from '@severe/http';
import { unitSystems } from '../resources/observations/units.ts';

/** Parameters of texts about a place. */
export const textParameters = {
  lang: oneOf(languages, { default: 'en', about: 'Language of the texts: English or Spanish.' }),
  units: oneOf(unitSystems, {
    default: 'metric',
    about: 'Units of the texts, and of the observation. Other fields name their unit and do not change.',
  }),
};
