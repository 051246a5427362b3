import { mapLink, titled } from '@severe/base';
import { firstPosition } from '@severe/geo';
import { element, escaped, xml, type TypeOf } from '@severe/http';
import type { alertProperties } from '../../resources/alerts/schema.ts';
import type { reportProperties } from '../../resources/reports/schema.ts';
import type { ListedFeature } from '../features-of.ts';
import { capStatus, capTime, outerRings, ratingsOf, type Publisher } from './cap.ts';

/** An alert as an entry of Atom (RFC 4287) with elements of CAP, as the feeds of the National Weather Service had them. */
export function alertEntry(
  { geometry, properties: alert }: ListedFeature<TypeOf<typeof alertProperties>>,
  { url, simulated }: Publisher,
): string {
  const { urgency, severity, certainty } = ratingsOf(alert);
  const parts = [
    element('id', alert.url),
    element('title', titled(alert.headline ?? alert.event, simulated)),
    element('updated', alert.sent),
    link('alternate', 'text/html', mapAt(url, geometry)),
    link('related', 'application/cap+xml', `${alert.url}.cap`),
    link('related', 'application/json', alert.url),
    `<category term="${escaped(alert.event)}"/>`,
    element('summary', `${alert.event} for ${alert.area_desc}, until ${alert.expires}.`),
    element('cap:event', alert.event),
    element('cap:effective', alert.effective && capTime(alert.effective)),
    element('cap:expires', capTime(alert.expires)),
    element('cap:status', capStatus(simulated)),
    element('cap:urgency', urgency),
    element('cap:severity', severity),
    element('cap:certainty', certainty),
    element('cap:areaDesc', alert.area_desc),
    ...outerRings(geometry).map((ring) => element('cap:polygon', ring)),
    ...alert.affected_zones.map((zone) => `<cap:geocode><valueName>UGC</valueName>${element('value', zone)}</cap:geocode>`), // prettier-ignore
  ];
  return `<entry>${parts.join('')}</entry>`;
}

const link = (relation: string, type: string, href: string): string =>
  `<link rel="${relation}" type="${type}" href="${escaped(href)}"/>`;

/** A report as an item of RSS 2.0 with its place (GeoRSS-Simple). */
export function reportItem(
  { id, geometry, properties: report }: ListedFeature<TypeOf<typeof reportProperties>>,
  { url, simulated }: Publisher,
): string {
  const size = report.magnitude === null ? '' : ` ${report.magnitude} ${report.units ?? ''}`.trimEnd();
  const where = [report.place, report.county, report.state].filter((word) => word !== null).join(', ');
  const [lon, lat] = geometry ? firstPosition(geometry) : [];
  return xml({
    item: {
      title: titled(`${report.type}${size}${where === '' ? '' : `: ${where}`}`, simulated),
      link: mapAt(url, geometry),
      description: [`${report.time}.`, report.remarks].filter((text) => text !== null).join(' '),
      category: report.type,
      guid: { '@isPermaLink': 'false', '#text': `${url}/reports/${id}` },
      pubDate: new Date(report.time).toUTCString(),
      'georss:point': lat === undefined ? null : `${lat} ${lon}`,
    },
  });
}

/** The map at a feature; the whole map without a place. */
function mapAt(url: string, geometry: ListedFeature['geometry']): string {
  if (!geometry) return `${url}/`;
  const [lon, lat] = firstPosition(geometry);
  return mapLink(url, { lat, lon });
}
