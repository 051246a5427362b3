import { named, t } from '../language.ts';
import type { Schemas } from '../service.ts';
import { clockOf, facts, paragraph, partly, radarName, radarText, stormName, stormText, timeLine } from './draw-place.ts'; // prettier-ignore
import type { PastAnswers } from './load-past.ts';

type Alert = Schemas['AlertCollection']['features'][number];

/**
 * What was known of a place at a moment of the past, for the panel: it gives no advice, because nothing of it is of now.
 *
 * @param toNow called when the reader wants to see now
 */
export function drawPast(answers: PastAnswers, toNow: () => void): HTMLElement[] {
  const { moment, names, alerts, radar, storm, isPartial } = answers;
  const clock = clockOf(names?.timezone ?? undefined);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = t`Show now`;
  button.addEventListener('click', toNow);
  const row = <Part>(name: string, part: Part | 'unrecorded' | undefined, textOf: (part: Part) => string) =>
    part === undefined ? [] : [[name, part === 'unrecorded' ? t`Not recorded.` : textOf(part)] as [string, string]]; // prettier-ignore
  const alertText = ({ properties: { event, expires } }: Alert): string =>
    expires === null ? named(event) : t`${named(event)}, until ${clock.format(new Date(expires))}`;
  return [
    ...(isPartial ? [paragraph(partly, 'failed')] : []),
    timeLine(`${t`The map shows`} `, new Date(moment), clock, t`, not now.`),
    button,
    facts([
      ...row(t`In force then`, alerts, (all) => all.map(alertText).join('. ') || t`No warning, watch or advisory.`),
      [radarName, radarText(radar)],
      ...row(stormName, storm, (nearest) => stormText({ ...nearest, radar })),
    ]),
  ];
}
