import { named } from '../language.ts';
import type { Schemas } from '../service.ts';
import { clockOf, facts, paragraph, radarText, stormText, timeLine } from './draw-place.ts';
import type { PastAnswers } from './load-past.ts';
import type { Preferences } from './load-place.ts';
import { words } from './words.ts';

type Alert = Schemas['AlertCollection']['features'][number];

/**
 * What was known of a place at a moment of the past, for the panel: it gives no advice, because nothing of it is of now.
 *
 * @param toNow called when the reader wants to see now
 */
export function drawPast(answers: PastAnswers, { lang }: Preferences, toNow: () => void): HTMLElement[] {
  const { moment, names, alerts, radar, storm, isPartial } = answers;
  const texts = words[lang];
  const clock = clockOf(lang, names?.timezone ?? undefined);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = texts.toNow;
  button.addEventListener('click', toNow);
  const row = <Part>(name: string, part: Part | 'unrecorded' | undefined, textOf: (part: Part) => string) =>
    part === undefined ? [] : [[name, part === 'unrecorded' ? texts.notRecorded : textOf(part)] as [string, string]]; // prettier-ignore
  const alertText = ({ properties: { event, expires } }: Alert): string =>
    expires === null ? named(event) : `${named(event)}, ${texts.until} ${clock.format(new Date(expires))}`;
  return [
    ...(isPartial ? [paragraph(texts.partial, 'failed')] : []),
    timeLine(`${texts.mapShows} `, new Date(moment), clock, texts.notNow),
    button,
    facts([
      ...row(texts.inForce, alerts, (all) => all.map(alertText).join('. ') || texts.noAlerts),
      [texts.radar, radarText(radar, texts)],
      ...row(texts.storm, storm, (nearest) => stormText({ ...nearest, radar }, texts)),
    ]),
  ];
}
