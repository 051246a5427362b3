import { expect } from 'chai';
import { alertColours, alertData } from '../src/alerts.ts';
import type { Alert } from '../src/service.ts';

const polygon = { type: 'Polygon', coordinates: [[[-98, 35], [-97, 35], [-97, 36], [-98, 35]]] }; // prettier-ignore
const alert = (event: string, more: Partial<Alert['properties']> = {}): Alert => ({
  geometry: polygon,
  properties: {
    event,
    headline: `${event} until then`,
    expires: '2026-05-20T22:45:00Z',
    ends: null,
    has_polygon: true,
    tags: { tornado: null, hail_in: null, wind_mph: null },
    motion: null,
    ...more,
  },
});

describe('viewer/alerts', () => {
  it('are drawn where they have a polygon of their own, in the colours of the weather service', () => {
    const { features } = alertData([
      alert('Tornado Warning'),
      alert('Tornado Watch', { has_polygon: false }),
      alert('Flood Advisory'),
    ]);
    expect(features.map(({ properties }) => properties!['colour'])).to.deep.equal(['#ff0000', '#00ff7f']);
    expect(features[0].geometry).to.deep.equal(polygon);
  });

  it('tell until when, which way and what they bring', () => {
    const { features } = alertData([
      alert('Severe Thunderstorm Warning', {
        ends: '2026-05-20T22:30:00Z',
        motion: { from_deg: 248, speed_kt: 29 },
        tags: { tornado: 'POSSIBLE', hail_in: 1.75, wind_mph: 60 },
      }),
    ]);
    expect(features[0].properties!['words'].split('\n')).to.deep.equal([
      'Until 22:30Z',
      'Moving from 248° at 29 kt',
      'Tornado possible, hail to 1.75 in, gusts to 60 mph',
      'Severe Thunderstorm Warning until then',
    ]);
    expect(alertData([alert('Flood Advisory')]).features[0].properties!['words']).to.match(/^Until 22:45Z\nFlood/);
  });

  it('lie the gravest on top', () => {
    const events = Object.keys(alertColours).slice(0, 3);
    const { features } = alertData(events.map((event) => alert(event)));
    const [tornado, , thunderstorm] = features.map(({ properties }) => Number(properties!['gravity']));
    expect(tornado).to.be.above(thunderstorm);
  });
});
