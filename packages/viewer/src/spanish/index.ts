import { spanishEvents } from '@severe/assessment/spanish-events';
import { names } from './names.ts';
import { texts } from './texts.ts';

/** Every text of the map in Spanish, by the English one. */
export const spanish: Readonly<Record<string, string>> = { ...spanishEvents, ...names, ...texts };
