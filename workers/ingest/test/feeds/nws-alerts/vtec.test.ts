import { expect } from 'chai';
import { identityOf, parseVtec } from '../../../src/feeds/nws-alerts/vtec.ts';

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

  describe('the identity of an event', () => {
    const open = '000000T0000Z';
    const identity = (text: string, sent: string, referred: string[] = []) =>
      identityOf(
        parseVtec(text)!,
        new Date(sent),
        referred.map((time) => new Date(time)),
      );

    it('has the year of issue, which the first message gives', () => {
      expect(identity('/O.NEW.KOUN.TO.W.0034.260520T2212Z-260520T2245Z/', '2026-05-20')).to.deep.equal({
        eventKey: 'OUN.TO.W.0034.2026',
        numberKey: 'OUN.TO.W.0034',
        issuedAt: new Date('2026-05-20'),
      });
      const storm = identity(`/O.NEW.KOUN.WS.W.0001.270101T0600Z-${open}/`, '2026-12-31T18:00Z');
      expect(storm.eventKey).to.equal('OUN.WS.W.0001.2026'); // it begins in the next year
      expect(identity(`/O.NEW.KOUN.FL.W.0001.261231T2355Z-${open}/`, '2027-01-01').eventKey).to.match(/2027$/);
    });

    it('has the likeliest year for a later message: that of the start, of the first message it refers to, or its own', () => {
      const flood = `/O.CON.KLIX.FL.W.0007.${open}-${open}/`;
      expect(identity(flood, '2026-01-02')).to.deep.equal({
        eventKey: 'LIX.FL.W.0007.2026',
        numberKey: 'LIX.FL.W.0007',
        issuedAt: null,
      });
      expect(identity(flood, '2026-01-02', ['2026-01-01', '2025-12-29']).eventKey).to.match(/2025$/);
      expect(identity(`/O.CON.KLIX.FL.W.0007.251230T0000Z-${open}/`, '2026-01-02').eventKey).to.match(/2025$/);
      expect(identity(`/O.CON.KLIX.FL.W.0007.260103T0000Z-${open}/`, '2025-12-31').eventKey).to.match(/2025$/);
    });
  });
});
