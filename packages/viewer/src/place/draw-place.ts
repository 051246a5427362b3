import type { Schemas } from '../service.ts';
import { nearKm, type NearCell, type PlaceAnswers, type Preferences } from './load-place.ts';
import type { Place } from '../layers/layer.ts';
import { quantity } from '../units.ts';
import { words, type Words } from './words.ts';

/** The content of the panel: what could not be loaded is left out, and the panel says so. */
export function drawPlace(answers: PlaceAnswers, preferences: Preferences): HTMLElement[] {
  const { summary, briefing, timeline, radar, county, isPartial } = answers;
  const texts = words[preferences.lang];
  const timeZone = summary?.place.timezone ?? undefined;
  if (!briefing && !summary) return [paragraph(texts.failed, 'failed')];
  return [
    ...(isPartial ? [paragraph(texts.partial, 'failed')] : []),
    ...(briefing ? drawBriefing(briefing, texts.now, preferences, timeZone) : []),
    ...(timeline ? [strip(timeline, texts, preferences, timeZone)] : []),
    ...(briefing ? [paragraph(briefing.happening)] : []),
    facts([
      [texts.radar, radarText(radar, texts)],
      [texts.storm, stormText(answers, texts)],
      ...(county ? [[`${texts.county}: ${county.name}`, countyText(county, texts)] as [string, string]] : []),
    ]),
    pageLink(answers.place, texts, preferences),
  ];
}

/** What to do, until when and why, and what may come. The time is that of the answer, in the clock of the place. */
function drawBriefing(
  { generated_at: at, advice, headline, prospects }: Schemas['PointBriefing'],
  now: string,
  { lang }: Preferences,
  timeZone: string | undefined,
): HTMLElement[] {
  return [
    timeLine(`${now}, `, new Date(at), clockOf(lang, timeZone)),
    paragraph(advice, 'advice'),
    paragraph(headline, 'headline'),
    ...(prospects === '' ? [] : [paragraph(prospects)]),
  ];
}

/** The clock of a place. */
export function clockOf(lang: Preferences['lang'], timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(lang, {
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
export function drawStatus({ summary, briefing }: PlaceAnswers, { lang }: Preferences): HTMLElement[] {
  const status = briefing?.status ?? summary?.status;
  if (!status) return [];
  const badge = document.createElement('b');
  badge.className = `badge ${status}`;
  badge.textContent = words[lang].statuses[status];
  return [badge];
}

/** Name of the place: the nearest city and the county, else the coordinates. */
export function titleOf(
  { name, county, state }: { name?: string | null; county?: string | null; state?: string | null },
  where: string,
): string {
  const parts = [name, county, state].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : where;
}

/** The same as a page without a map, to be printed, sent or kept for a weak connection. */
function pageLink({ lat, lon }: Place, { page }: Words, { lang }: Preferences): HTMLElement {
  const link = document.createElement('a');
  link.href = `/at/${lat},${lon}?lang=${lang}`;
  link.textContent = page;
  const line = paragraph('', 'quiet');
  line.append(link);
  return line;
}

function strip(
  timeline: Schemas['PointTimeline'],
  texts: Words,
  { lang }: Preferences,
  timeZone?: string,
): HTMLElement {
  const box = document.createElement('section');
  const title = document.createElement('h3');
  title.textContent = texts.hours;
  const list = document.createElement('ol');
  list.className = 'strip';
  const clock = new Intl.DateTimeFormat(lang, { hour: 'numeric', ...(timeZone ? { timeZone } : {}) });
  list.append(
    ...timeline.hours.map(({ time, risk }, i) => {
      const item = document.createElement('li');
      const at = clock.format(new Date(time));
      item.className = risk;
      item.title = `${at}: ${texts.risks[risk]}`;
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

export function radarText(radar: Schemas['RadarPoint'] | undefined, texts: Words): string {
  if (!radar || radar.status === 'no_data' || radar.status === 'outside') return texts.noRadar;
  return radar.value === null ? texts.noEcho : quantity(radar.value, radar.units, 0);
}

/** The nearest storm. No storm is a statement only where storms are tracked. */
export function stormText(
  { cell, areCellsKnown, radar }: Pick<PlaceAnswers, 'cell' | 'areCellsKnown' | 'radar'>,
  texts: Words,
): string {
  if (cell) return cellText(cell, texts);
  if (!areCellsKnown || radar?.status === 'outside') return texts.noRadar;
  return `${texts.noStorm} ${quantity(nearKm, 'distance km')}.`;
}

function cellText({ feature, km }: NearCell, texts: Words): string {
  const { max_dbz: dbz, toward_deg: toward, speed_mps: speed } = feature.properties;
  const parts = [`${Math.round(dbz)} dBZ`, `${quantity(km, 'distance km')} ${texts.away}`];
  if (toward !== null && speed !== null) {
    parts.push(`${texts.towards} ${texts.compass[Math.round(toward / 45) % 8]}, ${quantity(speed, 'm/s', 0)}`);
  }
  return parts.join(', ');
}

function countyText({ status, reports_24h: reports }: Schemas['CountySummary'], texts: Words): string {
  const count = Object.values(reports).reduce((sum, one) => sum + one, 0);
  return `${texts.statuses[status]}. ${count} ${texts.reports}.`;
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
