import { mapLink, titled } from '@severe/base';
import { firstPosition } from '@severe/geo';
import { xml, type TypeOf } from '@severe/http';
import type { alertProperties } from '../../resources/alerts/schema.ts';
import type { reportProperties } from '../../resources/reports/schema.ts';
import type { ListedFeature } from '../features-of.ts';
import { capStatus, capTime, outerRings, ratingsOf, type Publisher } from './cap.ts';

/** An alert as an entry of Atom (RFC 4287) with elements of CAP, as the feeds of the National Weather Service had them. */
export function alertEntry(
  { geometry, properties: alert }: ListedFeature<TypeOf<typeof alertProperties>>,
  { url, simulated }: Publisher,
): string {
  const ratings = ratingsOf(alert);
  return xml({
    entry: {
      id: alert.url,
      title: titled(alert.headline ?? alert.event, simulated),
      updated: alert.sent,
      link: [
        { '@rel': 'alternate', '@type': 'text/html', '@href': mapAt(url, geometry) },
        { '@rel': 'related', '@type': 'application/cap+xml', '@href': `${alert.url}.cap` },
        { '@rel': 'related', '@type': 'application/json', '@href': alert.url },
      ],
      category: { '@term': alert.event },
      summary: `${alert.event} for ${alert.area_desc}, until ${alert.expires}.`,
      'cap:event': alert.event,
      'cap:effective': alert.effective && capTime(alert.effective),
      'cap:expires': capTime(alert.expires),
      'cap:status': capStatus(simulated),
      'cap:urgency': ratings.urgency,
      'cap:severity': ratings.severity,
      'cap:certainty': ratings.certainty,
      'cap:areaDesc': alert.area_desc,
      'cap:polygon': outerRings(geometry),
      'cap:geocode': alert.affected_zones.map((value) => ({ valueName: 'UGC', value })),
    },
  });
}

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
