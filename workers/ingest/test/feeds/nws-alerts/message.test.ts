import { expect } from 'chai';
import { noTags } from '@severe/db/testing/rows/no-tags';
import { parseMessage, polygonOf } from '../../../src/feeds/nws-alerts/message.ts';
import { refusalOf } from '../../support/refusal.ts';
import { alertFeature } from './support.ts';

const now = new Date('2026-05-20T22:18:00Z');
const read = (...given: Parameters<typeof alertFeature>) => parseMessage(alertFeature(...given), now)!;
const refusal = (...given: Parameters<typeof alertFeature>) => refusalOf(() => read(...given));

describe('nws-alerts/message', () => {
  it('has nothing for a message that is not in earnest', () => {
    for (const status of ['Exercise', 'System', 'Test', 'Draft']) expect(read({ status }), status).to.equal(undefined);
  });

  it('accepts a clock that is up to a day ahead', () => {
    expect(read({ sent: '2026-05-21T22:18:00Z' }).sent).to.deep.equal(new Date('2026-05-21T22:18:00Z'));
    expect(refusal({ sent: '2026-05-21T22:18:00.001Z' })).to.equal('alert: expected sent in the past, got 2026-05-21T22:18:00.001Z'); // prettier-ignore
  });

  it('says which field is missing or unreadable', () => {
    expect(refusal({ event: null })).to.equal('alert: expected event, got nothing');
    expect(refusal({ description: '\0' })).to.equal('alert: expected text that the database can store');
    expect(refusal({ geocode: 'x', affectedZones: null })).to.equal('shape: expected geocode as an object, got "x"');
    expect(refusal({ geocode: 'x' })).to.equal('shape: expected geocode as an object, got "x"');
  });

  it('has null or an empty text for what is absent', () => {
    const absent = { headline: null, description: null, instruction: null, effective: null, onset: null, ends: null };
    const empty = { areaDesc: null, references: null, geocode: null, affectedZones: null };
    const none = { areaDesc: '', references: [], zones: [], states: [], fips: [], tags: noTags, motion: null };
    expect(read({ ...absent, ...empty })).to.deep.include({ ...absent, ...none });
  });

  it('finds dangerous situations and emergencies in the headlines and the description', () => {
    const [pds, emergency] = ['This is a PARTICULARLY DANGEROUS SITUATION.', 'A TORNADO EMERGENCY!'];
    const tagsOf = (...given: Parameters<typeof read>) => {
      const { tags } = read(...given);
      return [tags.pds, tags.emergency];
    };
    expect(tagsOf({ headline: pds, description: emergency })).to.deep.equal([true, true]);
    expect(tagsOf({ headline: pds, description: null })).to.deep.equal([true, false]);
    expect(tagsOf({ headline: null, description: pds })).to.deep.equal([true, false]);
    expect(tagsOf({ headline: null }, { NWSheadline: [emergency] })).to.deep.equal([false, true]);
    expect(tagsOf()).to.deep.equal([false, false]);
  });

  it('reads the zones at the ends of their addresses, each once', () => {
    const zonesOf = (...affectedZones: unknown[]) => read({ affectedZones, geocode: {} }).zones;
    const zone = 'https://api.weather.gov/zones/county/OKC027';
    expect(zonesOf(zone, zone, `${zone}/forecast`, `${zone}8`.replace('OKC', 'TXC'), 7, zone.replace('OKC', 'OKX'))).to.deep.equal(['county/OKC027']); // prettier-ignore
  });

  it('reads codes of zones and counties only if they are alone', () => {
    const read1 = (geocode: object) => read({ affectedZones: [], geocode });
    expect(read1({ UGC: ['xOKC027', 'OKC0270', 'OKC027'] }).zones).to.deep.equal(['county/OKC027']);
    expect(read1({ SAME: ['0400279', '9040027', '40027', '040027', '140027'] }).fips).to.deep.equal(['40027']);
  });

  it('reads the identifiers of the messages that it replaces', () => {
    const references = [{ identifier: 'urn:1', sender: 'w-nws' }, 'urn:2', null, { identifier: 3 }, { identifier: 'urn:4' }]; // prettier-ignore
    expect(read({ references }).references).to.deep.equal(['urn:1', 'urn:4']);
    expect(read({ references: 'urn:1' }).references).to.deep.equal([]);
  });

  it('takes the office of an AWIPS identifier of six characters', () => {
    const officeOf = (...AWIPSidentifier: unknown[]) => read({}, { VTEC: [], AWIPSidentifier }).wfo;
    expect(officeOf('FF1PUB')).to.equal('PUB');
    for (const other of ['FFSPUBX', 'XFFSPUB', 'FFSP1B', 'FFS', 7, undefined])
      expect(officeOf(other), String(other)).to.equal(null);
  });

  it('takes the office of the heading if the AWIPS identifier names none, as in a translation', () => {
    const officeOf = (AWIPSidentifier: string, WMOidentifier: string) =>
      read({}, { VTEC: [], AWIPSidentifier: [AWIPSidentifier], WMOidentifier: [WMOidentifier] }).wfo;
    expect(officeOf('SPSSPN', 'WWCA82 TJSJ 202212')).to.equal('SJU');
    expect(officeOf('SPSOUN', 'WWUS84 KTSA 202212')).to.equal('OUN');
    expect(officeOf('CAE', 'WOUS44 KOUN 202212')).to.equal('OUN');
    expect(officeOf('SPSXQX', 'WWUS84')).to.equal('XQX');
  });

  it('is in force until the later of the expiry of the message and the end of the hazard', () => {
    const [early, late] = ['2026-05-20T22:30:00Z', '2026-05-21T04:00:00Z'];
    const expiresOf = (expires: string, ends: string | null) => {
      const message = read({ expires, ends });
      expect([message.messageExpires, message.ends]).to.deep.equal([new Date(expires), ends && new Date(ends)]);
      return message.expires.toISOString().replace('.000', '');
    };
    expect(expiresOf(early, late)).to.equal(late);
    expect(expiresOf(late, early)).to.equal(late);
    expect(expiresOf(early, null)).to.equal(early);
  });

  it('refuses a polygon, but passes on errors of the code', () => {
    expect(polygonOf({ type: 'Point', coordinates: [1, 2] }).polygonRefused).to.be.a('string');
    const broken = {
      get type() {
        throw new TypeError('a fault');
      },
    };
    expect(() => polygonOf(broken)).to.throw(TypeError, 'a fault');
  });
});
