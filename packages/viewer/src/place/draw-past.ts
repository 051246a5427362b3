import { clockOf, facts, radarText, stormText, timeLine } from './draw-place.ts';
import type { PastAnswers } from './load-past.ts';
import type { Preferences } from './load-place.ts';
import { words } from './words.ts';

/**
 * What was known of a place at a moment of the past, for the panel: it gives no advice, because nothing of it is of now.
 *
 * @param toNow called when the reader wants to see now
 */
export function drawPast(answers: PastAnswers, { lang }: Preferences, toNow: () => void): HTMLElement[] {
  const { moment, names, alerts, radar, areCellsKnown } = answers;
  const texts = words[lang];
  const clock = clockOf(lang, names?.timezone ?? undefined);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = texts.toNow;
  button.addEventListener('click', toNow);
  const inForce = alerts?.map(({ properties: { event, expires } }) =>
    expires === null ? event : `${event}, ${texts.until} ${clock.format(new Date(expires))}`,
  );
  return [
    timeLine(`${texts.mapShows} `, new Date(moment), clock, texts.notNow),
    button,
    facts([
      [texts.inForce, inForce === undefined ? texts.notRecorded : inForce.join('. ') || texts.noAlerts],
      [texts.radar, radarText(radar, texts)],
      [texts.storm, areCellsKnown === undefined ? texts.notRecorded : stormText({ ...answers, areCellsKnown }, texts)],
    ]),
  ];
}
