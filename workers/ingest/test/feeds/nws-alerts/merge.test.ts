import { expect } from 'chai';
import type { AlertEvent } from '@severe/db';
import { parseAlerts } from '../../../src/feeds/nws-alerts/parse.ts';
import { alertFeature, alertList, square } from './support.ts';

const now = new Date('2026-05-20T22:18:00Z');

/** A message of one event that differs from the others as told. */
type Part = [properties: Record<string, unknown>, parameters?: Record<string, unknown>, geometry?: unknown];

const vtecOf = (action: string) => ({ VTEC: [`/O.${action}.KOUN.TO.W.0034.260520T2212Z-260520T2245Z/`] });

/** The one event of some messages, which is the same in every order of them. */
async function mergedFrom(...parts: Part[]): Promise<AlertEvent> {
  const features = parts.map(([properties, parameters, geometry]) => alertFeature(properties, parameters, geometry));
  const { rows, refused } = await parseAlerts(alertList(features), now);
  expect([rows.length, refused]).to.deep.equal([1, []]);
  expect((await parseAlerts(alertList(features.toReversed()), now)).rows).to.deep.equal(rows);
  return rows[0];
}

/** Times of 20 May 2026. */
const at = (clock: string): string => `2026-05-20T${clock}:00Z`;

describe('nws-alerts/merge', () => {
  it('takes the largest hail and the strongest wind of all messages', async () => {
    const { tags } = await mergedFrom(
      [{ id: 'urn:1' }, { maxHailSize: ['2.75'], maxWindGust: ['60 MPH'] }],
      [{ id: 'urn:2' }, { maxHailSize: ['1.00'], maxWindGust: ['80 MPH'] }],
      [{ id: 'urn:3' }],
    );
    expect(tags).to.deep.include({ hailIn: 2.75, windMph: 80 });
  });

  it('takes the threats of the newest message that has them', async () => {
    const old = { tornadoDetection: ['RADAR INDICATED'], flashFloodDetection: ['OBSERVED'] };
    const { tags } = await mergedFrom(
      [{ id: 'urn:1', sent: at('22:16') }],
      [
        { id: 'urn:2', sent: at('22:14') },
        { tornadoDetection: ['OBSERVED'], tornadoDamageThreat: ['CONSIDERABLE'] },
      ],
      [{ id: 'urn:3', sent: at('22:12') }, old],
    );
    expect(tags).to.deep.include({ tornado: 'OBSERVED', damageThreat: 'CONSIDERABLE', flashFlood: 'OBSERVED' });
  });

  it('is an emergency and a dangerous situation if one of its messages is', async () => {
    const { tags } = await mergedFrom(
      [{ id: 'urn:1' }, { tornadoDamageThreat: ['CATASTROPHIC'] }],
      [{ id: 'urn:2' }, { tornadoDamageThreat: ['CONSIDERABLE'] }],
      [{ id: 'urn:3' }],
    );
    expect(tags).to.deep.include({ emergency: true, pds: true });
  });

  it('lasts from the earliest start of its messages to their latest end', async () => {
    const event = await mergedFrom(
      [{ id: 'urn:1', effective: at('22:10'), onset: null, ends: at('22:40'), expires: at('22:30') }],
      [{ id: 'urn:2', effective: at('22:12'), onset: at('22:20'), ends: at('23:00'), expires: at('22:45') }],
      [{ id: 'urn:3', effective: at('22:11'), onset: at('22:15'), ends: at('22:50'), expires: at('22:40') }],
    );
    expect(event).to.deep.include({
      effective: new Date(at('22:10')),
      onset: new Date(at('22:15')),
      expires: new Date(at('23:00')),
      messageExpires: new Date(at('22:45')),
      ends: new Date(at('23:00')),
    });
  });

  it('lasts at least as long as a message with an open end', async () => {
    const event = await mergedFrom(
      [{ id: 'urn:1', ends: null, expires: at('23:30') }],
      [{ id: 'urn:2', ends: at('23:00'), expires: at('22:45') }],
    );
    expect(event).to.deep.include({
      expires: new Date(at('23:30')),
      messageExpires: new Date(at('23:30')),
      ends: null,
    });
  });

  it('is as urgent as the most urgent of its messages', async () => {
    const parts = ['Past', 'Immediate', 'Future', 'Expected', 'Unknown'].map((urgency, i): Part => [
      { id: `urn:${i}`, urgency },
    ]);
    expect((await mergedFrom(...parts)).urgency).to.equal('Immediate');
  });

  it('is led by the most severe of the messages sent at the same time, then by the first identifier', async () => {
    const severe = await mergedFrom(
      [{ id: 'urn:1', severity: 'Moderate', headline: 'One' }],
      [{ id: 'urn:2', severity: 'Severe', headline: 'Two' }],
    );
    expect(severe).to.deep.include({ headline: 'Two', messages: ['urn:2', 'urn:1'] });
    const alike = await mergedFrom(
      [{ id: 'urn:2', headline: 'Two' }],
      [{ id: 'urn:3', headline: 'Three' }],
      [{ id: 'urn:1', headline: 'One' }],
    );
    expect(alike).to.deep.include({ headline: 'One', messages: ['urn:1', 'urn:2', 'urn:3'] });
  });

  it('has each different text once, the newest first, with an empty line between them', async () => {
    const event = await mergedFrom(
      [{ id: 'urn:1', sent: at('22:16'), description: 'New.', instruction: null }],
      [{ id: 'urn:2', sent: at('22:15'), description: null, instruction: 'Go inside.' }],
      [{ id: 'urn:3', sent: at('22:14'), description: 'Old.', instruction: 'Stay away.' }],
      [{ id: 'urn:4', sent: at('22:13'), description: 'New.', instruction: 'Go inside.' }],
    );
    expect([event.description, event.instruction]).to.deep.equal(['New.\n\nOld.', 'Go inside.\n\nStay away.']);
  });

  it('covers the polygons of all messages that have one', async () => {
    const moved = (degrees: number) => ({
      type: 'Polygon',
      coordinates: [square.coordinates[0].map(([lon, lat]) => [lon + degrees, lat])],
    });
    const two = await mergedFrom([{ id: 'urn:1' }], [{ id: 'urn:2' }, {}, moved(2)], [{ id: 'urn:3' }, {}, null]);
    expect(two.polygon).to.include({ type: 'MultiPolygon' });
    const wests = two.polygon!.coordinates.map((rings) => Math.min(...(rings as number[][][])[0].map(([lon]) => lon)));
    expect(wests.toSorted((a, b) => a - b)).to.deep.equal([-97.6, -95.6]);
    expect((await mergedFrom([{ id: 'urn:1' }], [{ id: 'urn:2' }, {}, null])).polygon).to.deep.equal(square);
  });

  it('takes the motion of the newest message that has one', async () => {
    const motion = (deg: number) => ({
      eventMotionDescription: [`${at('22:10')}...storm...${deg}DEG...29KT...35,-97`],
    });
    const event = await mergedFrom(
      [{ id: 'urn:1', sent: at('22:16') }],
      [{ id: 'urn:2', sent: at('22:15') }, motion(240)],
      [{ id: 'urn:3', sent: at('22:14') }, motion(230)],
    );
    expect(event.motion?.fromDeg).to.equal(240);
  });

  it('is cancelled once it has expired, and upgraded once a higher warning replaces it', async () => {
    expect((await mergedFrom([{ id: 'urn:1' }, vtecOf('EXP')])).status).to.equal('cancelled');
    expect((await mergedFrom([{ id: 'urn:1' }, vtecOf('UPG')])).status).to.equal('upgraded');
    const goesOn = await mergedFrom(
      [{ id: 'urn:1', sent: at('22:16') }, vtecOf('EXP')],
      [{ id: 'urn:2' }, vtecOf('CON')],
    );
    expect(goesOn).to.deep.include({ status: 'active', messages: ['urn:2'] });
  });
});
