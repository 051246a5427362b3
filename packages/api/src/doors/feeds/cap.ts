import { simulatedNotice } from '@severe/base';
import { declaration, xml, type Elements, type TypeOf } from '@severe/http';
import { severities, type fullAlertShape } from '../../resources/alerts/schema.ts';
import type { ListedFeature } from '../features-of.ts';

/** What messages say of their publisher. */
export interface Publisher {
  /** Base URL of the service. */
  url: string;
  simulated: boolean;
}

type Alert = TypeOf<typeof fullAlertShape>;

/** Words that CAP has; others of a provider are `Unknown`. */
const known = {
  urgency: ['Immediate', 'Expected', 'Future', 'Past'],
  severity: severities,
  certainty: ['Observed', 'Likely', 'Possible', 'Unlikely'],
};

/** Names of threat tags as the National Weather Service has them in its messages. */
const parameters: Record<string, keyof Alert['tags']> = {
  tornadoDetection: 'tornado',
  tornadoDamageThreat: 'damage_threat',
  hailThreat: 'hail_threat',
  maxHailSize: 'hail_in',
  windThreat: 'wind_threat',
  maxWindGust: 'wind_mph',
  flashFloodDetection: 'flash_flood',
  waterspoutDetection: 'waterspout',
  snowSquallDetection: 'snow_squall',
  snowSquallImpact: 'snow_squall_impact',
};

/**
 * An alert as a message of the Common Alerting Protocol. It is a message of this service about an alert of another, which
 * `source` names; updates refer to the versions before.
 *
 * @see http://docs.oasis-open.org/emergency/cap/v1.2/CAP-v1.2.html
 */
export function capOf(alert: Alert, { url, simulated }: Publisher): string {
  const sender = `alerts@${new URL(url).hostname}`;
  const identifierOf = (version: number): string => `severe.${alert.event_key.replace(/[\s,<&]/g, '_')}.${version}`;
  const earlier = alert.history.filter(({ version }) => version < alert.version);
  const message: Elements = {
    '@xmlns': 'urn:oasis:names:tc:emergency:cap:1.2',
    identifier: identifierOf(alert.version),
    sender,
    sent: capTime(alert.sent),
    status: capStatus(simulated),
    msgType: earlier.length === 0 ? 'Alert' : alert.message_type === 'Cancel' ? 'Cancel' : 'Update',
    source: alert.wfo ? `National Weather Service, ${alert.wfo}` : 'National Weather Service',
    scope: 'Public',
    note: simulated ? simulatedNotice : null,
    references:
      earlier.map(({ version, sent }) => `${sender},${identifierOf(version)},${capTime(sent)}`).join(' ') || null,
    info: infoOf(alert),
  };
  return declaration + xml({ alert: message });
}

/** The elements of an alert that other formats with CAP elements have, too. */
export function ratingsOf({ urgency, severity, certainty }: Pick<Alert, 'urgency' | 'severity' | 'certainty'>) {
  return {
    urgency: oneOf(known.urgency, urgency),
    severity: oneOf(known.severity, severity),
    certainty: oneOf(known.certainty, certainty),
  };
}

function infoOf(alert: Alert): Elements {
  const { tags } = alert;
  return {
    language: 'en-US',
    category: 'Met',
    event: alert.event,
    ...ratingsOf(alert),
    effective: alert.effective && capTime(alert.effective),
    onset: alert.onset && capTime(alert.onset),
    expires: capTime(alert.expires),
    senderName: alert.wfo ? `NWS ${alert.wfo}` : 'NWS',
    headline: alert.headline,
    description: alert.description,
    instruction: alert.instruction,
    web: alert.url,
    parameter: [
      { valueName: 'eventKey', value: alert.event_key },
      ...Object.entries(parameters).flatMap(([valueName, tag]) =>
        tags[tag] === null ? [] : [{ valueName, value: String(tags[tag]) }],
      ),
      ...(tags.emergency ? [{ valueName: 'emergency', value: 'true' }] : []),
      ...(tags.pds ? [{ valueName: 'particularlyDangerousSituation', value: 'true' }] : []),
    ],
    area: {
      areaDesc: alert.area_desc,
      polygon: outerRings(alert.geometry as ListedFeature['geometry']),
      geocode: [
        ...alert.affected_zones.map((value) => ({ valueName: 'UGC', value })),
        ...alert.fips.map((fips) => ({ valueName: 'SAME', value: `0${fips}` })),
      ],
    },
  };
}

const oneOf = (words: readonly string[], word: string): string => (words.includes(word) ? word : 'Unknown');

export const capStatus = (simulated: boolean): string => (simulated ? 'Test' : 'Actual');

/** CAP refuses the Z for UTC (section 3.3.2). */
export const capTime = (time: string): string => time.replace(/(?:\.\d+)?Z$/, '-00:00');

/** The outer rings of an area as CAP writes them: latitude, longitude. */
export function outerRings(geometry: ListedFeature['geometry']): string[] {
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return [];
  const polygons = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as number[][][][];
  return polygons.map(([outer]) => outer.map(([lon, lat]) => `${lat},${lon}`).join(' '));
}
