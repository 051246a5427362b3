import { DataError } from '@severe/base';
import { expect } from 'chai';
import { isBulletin, readBulletin, splitBulletins } from '../../src/parse/bulletin.ts';
import { bulletinsIn, holdsBulletins } from '../../src/parse/saved-bulletins.ts';

const near = new Date('2026-05-20T22:00Z');
const saw = (number: number) =>
  `\u0001\r\r\n071 \r\r\nWWUS30 KWNS 202029\r\r\nSAW${number}  \r\r\nWW ${number} …\r\r\n\u0003`;

describe('parse/bulletin', () => {
  it('reads a heading without a number, as relay stations send it', () => {
    const text = '000 \nSAEW KAWN 202100 RRG\nMETAR \nMETAR KOUN 202100Z=\n';
    expect(isBulletin(text)).to.equal(true);
    expect(readBulletin(text, near)).to.deep.equal({
      wmo: 'SAEW',
      office: 'KAWN',
      issuedAt: new Date('2026-05-20T21:00Z'),
      amendment: 'RRG',
      awips: 'METAR',
      text: 'METAR KOUN 202100Z=\n',
    });
  });

  it('reads the product from the line above the heading where AFOS has it', () => {
    const text =
      'ZCZC MIATCPAT1 ALL\nTTAA00 KNHC DDHHMM CCA\nBULLETIN\nTROPICAL STORM ANNA\n500 PM EDT WED MAY 20 2026\n';
    const { awips, issuedAt, amendment } = readBulletin(text, near);
    expect([awips, issuedAt, amendment]).to.deep.equal(['TCPAT1', new Date('2026-05-20T21:00Z'), 'CCA']);
    expect(() => readBulletin('TTAA00 KNHC DDHHMM\nSAW3\n', near)).to.throw(DataError, 'DDHHMM');
  });

  it('divides a file with several bulletins at their headings, with or without the marks of the transmission', () => {
    const [first, second, ...others] = splitBulletins(saw(3) + saw(4));
    expect(others).to.deep.equal([]);
    expect([first, second].map((text) => readBulletin(text, near).awips)).to.deep.equal(['SAW3', 'SAW4']);
    expect(second).not.to.contain('WW 3');
    expect(splitBulletins(saw(3))).to.deep.equal([saw(3)]);
  });

  it('reads a bulletin whose lines end by carriage returns alone', () => {
    expect(readBulletin('WWUS30 KWNS 202029\rSAW3\rWW 3\r', near).text).to.equal('WW 3\n');
  });

  it('reads a heading behind the number of its transmission, with more blanks, and an AWIPS line below blank lines', () => {
    const text = '  500  WWUS30  KWNS  202029  CCA\n\n \nSAW3\nWW 3\n';
    const { amendment, awips, text: body } = readBulletin(text, near);
    expect([amendment, awips, body]).to.deep.equal(['CCA', 'SAW3', 'WW 3\n']);
  });

  it('takes the product of a national centre from its heading where the AWIPS line is missing', () => {
    const product = (heading: string) => readBulletin(`${heading} 202029\n\nSPC AWW 202029\nWW 3\n`, near).awips;
    expect(['WWUS30 KWNS', 'WUUS48 KWNS', 'WTNT31 KNHC', 'WWUS30 KOUN'].map(product)).to.deep.equal(['SAW', 'PTSD48', 'TCP', '']); // prettier-ignore
  });

  it('reads the local time beside that of a second zone', () => {
    const text = 'WTUS82 KMLB DDHHMM\nTCVMLB\n\n444 PM EDT /344 PM CDT/ SAT JUN 4 2022\n';
    expect(readBulletin(text, near).issuedAt).to.deep.equal(new Date('2022-06-04T20:44Z'));
  });

  it('finds bulletins in the envelope of the weather service, with their own time', () => {
    const envelope = { issuanceTime: '2024-01-02T03:04:00+00:00', productText: '\n000\nWWUS30 KWNS 020304\nSAW3\n' };
    const texts = [JSON.stringify(envelope), saw(4) + saw(5)];
    expect(texts.map(holdsBulletins)).to.deep.equal([true, true]);
    expect(bulletinsIn(texts, near).map((one) => one.near.toISOString().slice(0, 10))).to.deep.equal([
      '2024-01-02',
      '2026-05-20',
      '2026-05-20',
    ]);
    expect(holdsBulletins('{"type":"FeatureCollection","features":[]}')).to.equal(false);
  });

  it('takes a bulletin of a later day of the month for one of the month before', () => {
    const text = 'SAUS70 KWBC 010000\nMETAR\n';
    const [{ near: found }] = bulletinsIn([text], new Date('2026-11-22T17:00Z'));
    expect(readBulletin(text, found).issuedAt).to.deep.equal(new Date('2026-11-01T00:00Z'));
  });

  it('takes a bulletin of a day that the month before lacks for one of an earlier month', () => {
    const issued = (day: string, now: string) => {
      const text = `SAUS70 KWBC ${day}\nMETAR\n`;
      const [{ near: found }] = bulletinsIn([text], new Date(now));
      return readBulletin(text, found).issuedAt.toISOString().slice(0, 16);
    };
    expect(issued('310100', '2026-03-30T00:00Z')).to.equal('2026-01-31T01:00');
    expect(issued('310100', '2026-03-30T01:00Z')).to.equal('2026-03-31T01:00'); // a day ahead
    expect(issued('310059', '2026-12-30T00:00Z')).to.equal('2026-10-31T00:59');
    expect(issued('020100', '2027-01-01T00:00Z')).to.equal('2026-12-02T01:00');
    expect(issued('290100', '2028-03-01T00:00Z')).to.equal('2028-02-29T01:00');
  });

  it('takes the month of bulletins without a date from one that is saved with them', () => {
    const sel = 'WWUS20 KWNS 012048\nSEL9\n\n350 PM CDT Sun May 1 2022\n';
    expect(bulletinsIn([saw(3), sel], near)[0].near).to.deep.equal(new Date('2022-05-01T20:50Z'));
  });

  it('divides a file of bulletins in the form of AFOS above the lines that name them', () => {
    const tcp = (place: string) =>
      `ZCZC MIATCP${place} ALL\nTTAA00 KNHC DDHHMM\nBULLETIN\n500 PM EDT WED MAY 20 2026\n`;
    const parts = splitBulletins(tcp('AT1') + tcp('AT2'));
    expect(parts.map((text) => readBulletin(text, near).awips)).to.deep.equal(['TCPAT1', 'TCPAT2']);
  });

  it('reads a bulletin that ends with its heading', () => {
    const { awips, text } = readBulletin('WWUS30 KWNS 202029', near);
    expect([awips, text]).to.deep.equal(['SAW', '']);
  });

  it('keeps blanks before lines, and leaves out the heading where the AWIPS line is missing', () => {
    expect(readBulletin('WWUS30 KWNS 202029\n  two words\n', near).text).to.equal('  two words\n');
  });

  it('reads an AWIPS line behind blanks', () => {
    expect(readBulletin('WWUS30 KWNS 202029\n  SAW3\nWW 3', near).awips).to.equal('SAW3');
  });

  it('finds a heading below ten other lines, and none further down', () => {
    const below = (lines: number) => `${'some words\n'.repeat(lines)}WWUS30 KWNS 202029\nSAW3\n`;
    expect([isBulletin(below(10)), isBulletin(below(11))]).to.deep.equal([true, false]);
    expect(() => readBulletin(below(11), near))
      .to.throw(DataError, 'expected a WMO heading, got "some words | some words | some words"')
      .with.property('code', 'bulletin');
  });
});
