import { expect } from 'chai';
import { eventKeyOf, parseVtec } from '../../../src/feeds/nws-alerts/vtec.ts';

describe('nws-alerts/vtec', () => {
  it('takes an event apart', () => {
    expect(parseVtec('/O.NEW.KOUN.TO.W.0034.260520T2212Z-260520T2245Z/')).to.deep.equal({
      action: 'NEW',
      office: 'OUN',
      phenomenon: 'TO',
      significance: 'W',
      number: '0034',
      begins: new Date('2026-05-20T22:12:00Z'),
      ends: new Date('2026-05-20T22:45:00Z'),
    });
  });

  it('reads zeros as a time that is open', () => {
    const vtec = parseVtec('/O.CON.KPUB.FF.W.0010.000000T0000Z-000000T0000Z/')!;
    expect([vtec.begins, vtec.ends]).to.deep.equal([null, null]);
  });

  it('calls offices beyond the mainland by the three letters they go by', () => {
    const office = (letters: string) => parseVtec(`/O.NEW.${letters}.FF.W.0001.260520T2212Z-260520T2245Z/`)!.office;
    expect(['PAFC', 'PHFO', 'PGUM', 'TJSJ', 'NSTU'].map(office)).to.deep.equal(['AFC', 'HFO', 'GUM', 'SJU', 'PPG']);
  });

  it('has no ear for tests, nor for anything else', () => {
    for (const text of ['/T.NEW.KOUN.TO.W.0034.260520T2212Z-260520T2245Z/', '', 'NEW', '/O.NEW.KOUN.TO.W.34.x-y/']) {
      expect(parseVtec(text), text).to.equal(undefined);
    }
  });

  it('names an event by the year in which it begins, which only its first message is sure of', () => {
    const key = (text: string, sent: string) => eventKeyOf(parseVtec(text)!, new Date(sent));
    const open = '000000T0000Z';
    expect(key('/O.NEW.KOUN.TO.W.0034.260520T2212Z-260520T2245Z/', '2026-05-20')).to.deep.equal({
      eventKey: 'OUN.TO.W.0034.2026',
      olderKey: null,
    });
    expect(key(`/O.NEW.KOUN.WS.W.0001.270101T0600Z-${open}/`, '2026-12-31').eventKey).to.equal('OUN.WS.W.0001.2027');
    expect(key(`/O.CON.KLIX.FL.W.0007.${open}-${open}/`, '2026-01-02')).to.deep.equal({
      eventKey: 'LIX.FL.W.0007.2026',
      olderKey: 'LIX.FL.W.0007',
    });
  });
});
