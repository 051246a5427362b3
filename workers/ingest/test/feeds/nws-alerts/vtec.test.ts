import { expect } from 'chai';
import { eventKeyOf, parseVtec } from '../../../src/feeds/nws-alerts/vtec.ts';

describe('nws-alerts/vtec', () => {
  it('parses an event', () => {
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

  it('reads zeros as an open time', () => {
    const vtec = parseVtec('/O.CON.KPUB.FF.W.0010.000000T0000Z-000000T0000Z/')!;
    expect([vtec.begins, vtec.ends]).to.deep.equal([null, null]);
  });

  it('reads the start of 1970, which a computer writes when it has no time, as an open time', () => {
    const vtec = parseVtec('/O.EXT.KSEW.FL.W.0010.700101T0000Z-700101T0000Z/')!;
    expect([vtec.begins, vtec.ends]).to.deep.equal([null, null]);
  });

  it('converts offices outside the mainland to three letters', () => {
    const office = (letters: string) => parseVtec(`/O.NEW.${letters}.FF.W.0001.260520T2212Z-260520T2245Z/`)!.office;
    expect(['PAFC', 'PHFO', 'PGUM', 'TJSJ', 'NSTU'].map(office)).to.deep.equal(['AFC', 'HFO', 'GUM', 'SJU', 'PPG']);
  });

  it('reads a string without slashes, or with spaces around it', () => {
    const plain = 'O.NEW.KOUN.TO.W.0034.260520T2212Z-260520T2245Z';
    for (const text of [plain, ` /${plain}/\n`]) expect(parseVtec(text)?.number, text).to.equal('0034');
  });

  it('returns undefined for tests and any other text', () => {
    for (const text of ['/T.NEW.KOUN.TO.W.0034.260520T2212Z-260520T2245Z/', '', 'NEW', '/O.NEW.KOUN.TO.W.34.x-y/']) {
      expect(parseVtec(text), text).to.equal(undefined);
    }
  });

  it('includes the start year in the key, which only the first message gives', () => {
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
