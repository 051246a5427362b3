/** A feature of api.weather.gov, in which anything may be changed: a tornado warning at Norman, Oklahoma. */
export function alertFeature(
  properties: Record<string, unknown> = {},
  parameters: Record<string, unknown> = {},
  geometry: unknown = square,
): Record<string, unknown> {
  const id = typeof properties['id'] === 'string' ? properties['id'] : 'urn:oid:2.49.0.1.840.0.a.001.1';
  return {
    id: `https://api.weather.gov/alerts/${id}`,
    type: 'Feature',
    geometry,
    properties: {
      id,
      areaDesc: 'Cleveland, OK',
      geocode: { SAME: ['040027'], UGC: ['OKC027'] },
      affectedZones: ['https://api.weather.gov/zones/county/OKC027'],
      references: [],
      sent: '2026-05-20T17:12:00-05:00',
      effective: '2026-05-20T17:12:00-05:00',
      onset: '2026-05-20T17:12:00-05:00',
      expires: '2026-05-20T17:45:00-05:00',
      ends: '2026-05-20T17:45:00-05:00',
      status: 'Actual',
      messageType: 'Alert',
      severity: 'Extreme',
      certainty: 'Observed',
      urgency: 'Immediate',
      event: 'Tornado Warning',
      headline: 'Tornado Warning issued May 20 at 5:12PM CDT until May 20 at 5:45PM CDT by NWS Norman OK',
      description: 'At 512 PM CDT, a confirmed tornado was located over Norman.',
      instruction: 'TAKE COVER NOW!',
      parameters: { VTEC: ['/O.NEW.KOUN.TO.W.0034.260520T2212Z-260520T2245Z/'], ...parameters },
      ...properties,
    },
  };
}

export const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-97.6, 35.1],
      [-97.2, 35.1],
      [-97.2, 35.4],
      [-97.6, 35.4],
      [-97.6, 35.1],
    ],
  ],
};

/** The answer of the provider. */
export function alertList(features: unknown[], more: Record<string, unknown> = {}): string {
  return JSON.stringify({ type: 'FeatureCollection', features, updated: '2026-05-20T22:17:00+00:00', ...more });
}
