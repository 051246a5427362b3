import { expect } from 'chai';
import { parseMetars } from '../../../src/feeds/observations/parse-metar.ts';
import { readNwsObservations } from '../../../src/feeds/observations/read-nws.ts';

const near = new Date('2026-05-20T22:00Z');
const read = (text: string) => {
  const { rows, refused, ignored } = parseMetars(text, near);
  return { rows: rows.map(({ station, temperatureC }) => [station, temperatureC]), refused, ignored };
};

describe('feeds/observations from collectives of METARs', () => {
  it('reads a collective whose heading has no number', () => {
    const text =
      '000 \nSAEW KAWN 202100 RRG\nMETAR \nMETAR KOUN 202100Z 26009KT 17/14 A2990=\nKTIK 202100Z 18004KT 20/10\n      A2991=\n\n';
    expect(read(text)).to.deep.equal({ rows: [['KOUN', 17], ['KTIK', 20]], refused: [], ignored: {} }); // prettier-ignore
  });

  it('reads reports without the sign between them, each from the line that begins it', () => {
    const text =
      'SAUS70 KWBC 202100\nMETAR\nKOUN 202053Z 26009KT 17/14 A2990 RMK AO2\n     T01670139 $\nSPECI KTIK 202100Z 18004KT 20/10 A2991\n$$\nNNNN\n';
    expect(read(text)).to.deep.equal({ rows: [['KOUN', 16.7], ['KTIK', 20]], refused: [], ignored: {} }); // prettier-ignore
  });

  it('reads several collectives of one file, and a correction instead of what it corrects', () => {
    const [first, second] = ['SAUS70 KWBC 202100\nMETAR\nKOUN 202053Z 26009KT 17/14=\n', 'SAUS70 KWBC 202100 CCA\nMETAR COR KOUN 202053Z 26009KT 18/14=\nKXXX NIL=\n']; // prettier-ignore
    const { rows, refused, ignored } = read(`\u0001${first}\u0003\u0001${second}\u0003`);
    expect({ rows, refused }).to.deep.equal({ rows: [['KOUN', 18]], refused: [] });
    expect(ignored).to.deep.equal({ 'sent again': 1, NIL: 1 });
  });

  it('says how many reports are of other countries', async () => {
    const text = 'SAEW KAWN 202100 RRG\nMETAR LFBA 202100Z 26009KT 17/14 Q1013=\nMETAR KOUN 202100Z 26009KT 17/14=\n';
    const { rows, ignored } = await readNwsObservations(text, near);
    expect(rows.map(({ station }) => station)).to.deep.equal(['KOUN']);
    expect(ignored).to.deep.equal({ 'station of another country': 1 });
  });
});
