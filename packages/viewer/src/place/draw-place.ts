import { language, t } from '../language.ts';
import type { Schemas } from '../service.ts';
import { nearKm, type NearCell, type PlaceAnswers } from './load-place.ts';
import type { Place } from '../layers/layer.ts';
import { compassPoint, quantity } from '../units.ts';
import { statusNames } from './status-names.ts';

const risks: Record<Schemas['PointTimeline']['hours'][number]['risk'], string> = {
  none: t`no known risk`,
  low: t`low risk`,
  moderate: t`moderate risk`,
  high: t`high risk`,
  extreme: t`extreme risk`,
};

/** Said above what could be loaded. */
export const partly = t`Not all that is known here could be loaded. Trying again.`;
export const radarName = t`Radar here`;
export const stormName = t`Nearest storm`;

/** The content of the panel: what could not be loaded is left out, and the panel says so. */
export function drawPlace(answers: PlaceAnswers): HTMLElement[] {
  const { summary, briefing, timeline, radar, county, isPartial } = answers;
  const timeZone = summary?.place.timezone ?? undefined;
  if (!briefing && !summary) return [paragraph(t`The service does not respond. Try again.`, 'failed')];
  return [
    ...(isPartial ? [paragraph(partly, 'failed')] : []),
    ...(briefing ? drawBriefing(briefing, timeZone) : []),
    ...(timeline ? [strip(timeline, timeZone)] : []),
    ...(briefing ? [paragraph(briefing.happening)] : []),
    facts([
      [radarName, radarText(radar)],
      [stormName, stormText(answers)],
      ...(county ? [[t`County: ${county.name}`, countyText(county)] as [string, string]] : []),
    ]),
    pageLink(answers.place),
  ];
}

/** What to do, until when and why, and what may come. The time is that of the answer, in the clock of the place. */
function drawBriefing(
  { generated_at: at, advice, headline, prospects }: Schemas['PointBriefing'],
  timeZone: string | undefined,
): HTMLElement[] {
  return [
    timeLine(`${t`Now`}, `, new Date(at), clockOf(timeZone)),
    paragraph(advice, 'advice'),
    paragraph(headline, 'headline'),
    ...(prospects === '' ? [] : [paragraph(prospects)]),
  ];
}

/** The clock of a place. */
export function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone ? { timeZone } : {}),
  });
}

/** The time of which the panel speaks. */
export function timeLine(before: string, at: Date, clock: Intl.DateTimeFormat, after = ''): HTMLElement {
  const time = document.createElement('time');
  time.dateTime = at.toISOString();
  time.textContent = clock.format(at);
  const line = paragraph('', 'quiet');
  line.append(before, time, after);
  return line;
}

/** The status. Its reason is in the headline, with times of the place. */
export function drawStatus({ summary, briefing }: PlaceAnswers): HTMLElement[] {
  const status = briefing?.status ?? summary?.status;
  if (!status) return [];
  const badge = document.createElement('b');
  badge.className = `badge ${status}`;
  badge.textContent = statusNames[status];
  return [badge];
}

/** The same as a page without a map, to be printed, sent or kept for a weak connection. */
function pageLink({ lat, lon }: Place): HTMLElement {
  const link = document.createElement('a');
  link.href = `/at/${lat},${lon}?lang=${language}`;
  link.textContent = t`As a page without a map`;
  const line = paragraph('', 'quiet');
  line.append(link);
  return line;
}

function strip(timeline: Schemas['PointTimeline'], timeZone: string | undefined): HTMLElement {
  const box = document.createElement('section');
  const title = document.createElement('h3');
  title.textContent = t`The hours ahead`;
  const list = document.createElement('ol');
  list.className = 'strip';
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', ...(timeZone ? { timeZone } : {}) });
  list.append(
    ...timeline.hours.map(({ time, risk }, i) => {
      const item = document.createElement('li');
      const at = clock.format(new Date(time));
      item.className = risk;
      item.title = `${at}: ${risks[risk]}`;
      const label = document.createElement('span');
      label.textContent = i % 3 === 0 ? at : '';
      const spoken = document.createElement('span');
      spoken.className = 'unseen';
      spoken.textContent = item.title;
      item.append(label, spoken);
      return item;
    }),
  );
  box.append(title, list, small(timeline.summary.text));
  return box;
}

export function radarText(radar: Schemas['RadarPoint'] | undefined): string {
  if (!radar || radar.status === 'no_data' || radar.status === 'outside') return t`no radar data`;
  return radar.value === null ? t`no echo` : quantity(radar.value, radar.units, 0);
}

/** The nearest storm. No storm is a statement only where storms are tracked. */
export function stormText({
  cell,
  areCellsKnown,
  radar,
}: Pick<PlaceAnswers, 'cell' | 'areCellsKnown' | 'radar'>): string {
  if (cell) return cellText(cell);
  if (!areCellsKnown || radar?.status === 'outside') return t`no radar data`;
  return t`No tracked storm within ${quantity(nearKm, 'distance km')}.`;
}

function cellText({ feature, km }: NearCell): string {
  const { max_dbz: dbz, toward_deg: toward, speed_mps: speed } = feature.properties;
  const parts = [`${Math.round(dbz)} dBZ`, t`${quantity(km, 'distance km')} away`];
  if (toward !== null && speed !== null) {
    parts.push(t`moving towards ${compassPoint(toward)}, ${quantity(speed, 'm/s', 0)}`);
  }
  return parts.join(', ');
}

function countyText({ status, reports_24h: reports }: Schemas['CountySummary']): string {
  const count = Object.values(reports).reduce((sum, one) => sum + one, 0);
  const name = statusNames[status];
  return count === 1 ? t`${name}. 1 report in 24 hours.` : t`${name}. ${count} reports in 24 hours.`;
}

export function facts(rows: [string, string][]): HTMLElement {
  const list = document.createElement('dl');
  for (const [name, value] of rows) {
    const [term, text] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = name;
    text.textContent = value;
    list.append(term, text);
  }
  return list;
}

/** A paragraph of the panel. */
export function paragraph(text: string, className = ''): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  element.className = className;
  return element;
}

function small(text: string): HTMLElement {
  const element = document.createElement('small');
  element.textContent = text;
  return element;
}
