import {
  briefingOf,
  fill,
  timelineOf,
  timelineText,
  Writer,
  type Assessment,
  type Language,
  type Units,
} from '@severe/assessment';
import { mapLink } from '@severe/base';
import type { Point } from '@severe/geo';
import { element, escaped } from '@severe/http';
import { bySeverity } from '../../resources/alerts/at-point.ts';
import { labelIn, type Gathered } from '../../situation/gather.ts';
import { pageOf, searchForm } from './page.ts';
import { pictureOf, ringDistance, type Outline } from './picture.ts';
import { pageWords } from './words.ts';

/** Hours of the roll-up. */
const hoursAhead = 12;

/** What the page of a place depends on beside what is known there. */
interface PlacePage {
  place: Point;
  language: Language;
  units: Units;
  /** Whether the page loads itself again. */
  reloads: boolean;
  county: Outline | undefined;
  simulated: boolean;
  /** Base URL of links to the map. */
  publicUrl: string;
  /** The address of the same page with other choices. */
  addressOf: (changes: { lang?: Language; reload?: 'no' | undefined }) => string;
}

/** First what to do, then until when and why, then the rest. */
export function placePage({ assessment, found, place: named }: Gathered, page: PlacePage): string {
  const { place, language, units, reloads, simulated, publicUrl, addressOf } = page;
  const { situation, status, unavailable } = assessment;
  const words = pageWords[language];
  const style = { language, units, timeZone: named.timezone };
  const writer = new Writer(style, situation.now);
  const { advice, headline, prospects, happening } = briefingOf(assessment, style);
  const timeline = timelineOf(situation, hoursAhead, []);
  const name = labelIn({ place: named, found }, { lang: language, units }) ?? `${place.lat}, ${place.lon}`;
  const alerts = found.alerts
    .toSorted(bySeverity)
    .map(({ event, expires }) => element('li', `${writer.event(event)} ${writer.until(expires)}`));
  const other = language === 'en' ? 'es' : 'en';
  const main = [
    `<p><span class="badge">${words.statuses[status]}</span> ${fill(words.asOf, { time: writer.clock(situation.now) })}</p>`,
    element('h1', name),
    simulated ? `<p class="note">${words.simulated}</p>` : '',
    `<p class="do">${escaped(advice)}</p>`,
    `<p class="why">${escaped(headline)}</p>`,
    paragraph(prospects),
    paragraph(happening),
    alerts.length > 0 ? `<h2>${words.alerts}</h2><ul>${alerts.join('')}</ul>` : '',
    `<h2>${words.nextHours}</h2>`,
    paragraph(timelineText(timeline, situation.now, unavailable, style)),
    `<h2>${words.radar}</h2>`,
    radar(assessment, page, writer),
    `<footer><nav><p><a href="${escaped(mapLink(publicUrl, place))}">${words.map}</a> · `,
    `<a href="${escaped(addressOf({ lang: other }))}" lang="${other}" hreflang="${other}">${words.other}</a> · <a href="/status">/status</a></p>`,
    `<p>${reloads ? `${words.reloads} <a href="${escaped(addressOf({ reload: 'no' }))}">${words.stop}</a>` : `<a href="${escaped(addressOf({ reload: undefined }))}">${words.reload}</a>`}</p></nav>`,
    searchForm(language),
    `<p>${words.official}</p></footer>`,
  ];
  return pageOf({ title: `${words.statuses[status]}: ${name}`, language, main: main.join(''), status });
}

const paragraph = (text: string): string => (text === '' ? '' : element('p', text));

/** The radar image with its description; a line if there is none. */
function radar(
  { situation: { radar: known } }: Assessment,
  { place, language, units, county }: PlacePage,
  writer: Writer,
): string {
  const words = pageWords[language];
  if (!known) return element('p', words.noRadar);
  const time = writer.clock(known.at);
  const text =
    known.hereDbz === null ? fill(words.noEcho, { time }) : fill(words.echo, { time, dbz: Math.round(known.hereDbz) });
  const ring = fill(county ? words.ringAndCounty : words.ring, { distance: ringDistance(units) });
  return `${pictureOf({ place, at: known.at, text, county, units })}<small>${escaped(`${text} ${ring}`)}</small>`;
}
