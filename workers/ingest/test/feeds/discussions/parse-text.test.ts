import { expect } from 'chai';
import { parseDiscussionText } from '../../../src/feeds/discussions/parse-text.ts';
import { refusalOf } from '../../support/refusal.ts';

const near = new Date('2026-05-31T22:00Z');
const title = 'Mesoscale Discussion 0845';
const read = (lines: string[], { heading = 'ACUS11 KWNS 312350', awips = 'SWOMCD' } = {}) =>
  parseDiscussionText([heading, awips, ...lines].join('\n'), near);

describe('discussions/parse-text', () => {
  it('has nothing but its number in a bare text', () => {
    expect(read([title])).to.deep.equal({
      kind: 'convective',
      number: 845,
      year: 2026,
      issuedAt: new Date('2026-05-31T23:50Z'),
      expiresAt: null,
      watchConfidence: null,
      concerning: null,
      areasAffected: null,
      wfos: [],
      watches: [],
      threats: null,
      text: title,
      url: 'https://www.spc.noaa.gov/products/md/2026/md0845.html',
      isCorrection: false,
      area: null,
    });
  });

  it('has its number in one of several forms of the title', () => {
    const number = (line: string) => read(['words', line]).number;
    for (const line of ['Mesoscale Discussion 0845', 'MESOSCALE DISCUSSION 0845', 'mesoscale discussion number 845', 'MESOSCALE DISCUSSION  #845', 'Mesoscale Precipitation Discussion 845', 'Mesoscale Precipitation Discussion number  #845']) {
      expect(number(line), line).to.equal(845);
    } // prettier-ignore
    for (const line of ['A Mesoscale Discussion 845', 'Mesoscale Discussion', 'Mesoscale Discussion No 845']) {
      expect(
        refusalOf(() => number(line)),
        line,
      ).to.equal('bulletin: expected the number of a mesoscale discussion');
    }
  });

  it('belongs to the year of its number over New Year', () => {
    const year = (number: string, day: string, now: string) =>
      parseDiscussionText(`ACUS11 KWNS ${day}\nSWOMCD\nMesoscale Discussion ${number}`, new Date(now)).year;
    expect(year('2384', '010003', '2027-01-01T00:10Z')).to.equal(2026);
    expect(year('0001', '010003', '2027-01-01T00:10Z')).to.equal(2027);
    expect(year('2384', '312358', '2027-01-01T00:10Z')).to.equal(2026);
  });

  it('refuses another product', () => {
    expect(refusalOf(() => read([title], { awips: 'SWODY1' }))).to.equal('bulletin: expected SWOMCD or FFGMPD, got "SWODY1" (convective outlook)'); // prettier-ignore
  });

  it('has the end of its validity, with and without Z', () => {
    const end = (line: string) => read([title, line]).expiresAt?.toISOString().slice(0, 16);
    for (const line of ['Valid 312350Z - 010115Z', 'VALID 312350-010115', 'valid  312350Z-010115Z', 'VALID 312350  -  010115']) {
      expect(end(line), line).to.equal('2026-06-01T01:15');
    } // prettier-ignore
    expect(end('Invalid 312350Z - 010115Z')).to.equal(undefined);
    expect(end('Valid 2350Z - 010115Z')).to.equal(undefined);
  });

  it('has the probability of a watch', () => {
    const confidence = (line: string) => read([title, line]).watchConfidence;
    expect(confidence('Probability of Watch Issuance...5 percent')).to.equal(5);
    expect(confidence('PROBABILITY OF WATCH ISSUANCE...100 PERCENT')).to.equal(100);
    expect(confidence('Probability of Watch Issuance...unknown')).to.equal(null);
  });

  it('has heads over several lines, up to a blank line, another head or the end', () => {
    const heads = (...lines: string[]) => {
      const { areasAffected, concerning } = read([title, ...lines]);
      return [areasAffected, concerning];
    };
    expect(heads('Areas affected...Central  Oklahoma', ' and Texas..', '', 'words')).to.deep.equal(['Central Oklahoma and Texas', null]); // prettier-ignore
    expect(heads('AREAS AFFECTED...IOWA', 'CONCERNING...HAIL', 'VALID 312350Z - 010115Z')).to.deep.equal(['IOWA', 'HAIL']); // prettier-ignore
    expect(heads('Concerning...Hail', 'Areas affected...Iowa')).to.deep.equal(['Iowa', 'Hail']);
    expect(heads('Concerning...Hail', '   ', 'words')).to.deep.equal([null, 'Hail']);
    expect(heads('Concerning...Hail', 'validated')).to.deep.equal([null, 'Hail validated']);
    expect(heads('Not concerning...Hail', 'areas affectedxxxIowa')).to.deep.equal([null, null]);
  });

  it('has the offices that it tells, without the start of the outline', () => {
    const offices = (...lines: string[]) => read([title, ...lines]).wfos;
    expect(offices('ATTN...WFO...OUN...TSA...')).to.deep.equal(['OUN', 'TSA']);
    expect(offices('ATTN...WFO...OUN...', 'TSA...FWD...')).to.deep.equal(['OUN', 'TSA', 'FWD']);
    expect(offices('ATTN...WFO...OUN...', 'LAT...LON 35009800 36009800 36009700')).to.deep.equal(['OUN']);
    expect(offices('ATTN...RFC...OUN...')).to.deep.equal([]);
  });

  it('has the watches that it concerns', () => {
    expect(read([title, 'Concerning...Tornado Watch 212...213...']).watches).to.deep.equal([212, 213]);
  });

  it('has the peaks of each threat', () => {
    const threats = (...lines: string[]) => read([title, ...lines]).threats;
    expect(threats('MOST PROBABLE PEAK WIND GUST...55-70 MPH')).to.deep.equal({ peakWindMph: '55-70', hailIn: null, tornadoMph: null }); // prettier-ignore
    expect(threats('Most Probable Peak Hail Size...1.50-2.50 Inch')).to.deep.equal({ peakWindMph: null, hailIn: '1.50-2.50', tornadoMph: null }); // prettier-ignore
    expect(threats('MOST PROBABLE PEAK TORNADO INTENSITY...85 TO 115 MPH')).to.deep.equal({ peakWindMph: null, hailIn: null, tornadoMph: '85 TO 115' }); // prettier-ignore
    expect(threats('MOST PROBABLE PEAK HAIL SIZE...UP TO 1.25 INCHES')?.hailIn).to.equal('UP TO 1.25');
    expect(threats('MOST PROBABLE PEAK WIND GUST...55 KNOTS')).to.equal(null);
  });

  it('keeps its text without blanks at the ends', () => {
    expect(read(['', '', title, '', 'Words.  ', '', '']).text).to.equal(`${title}\n\nWords.`);
  });

  it('is a correction by its heading or its second line', () => {
    const corrected = (line: string, heading?: string) => read([line, title], { heading }).isCorrection;
    expect(corrected('', 'ACUS11 KWNS 312350 CCA')).to.equal(true);
    expect(corrected('', 'ACUS11 KWNS 312350 AAA')).to.equal(false);
    expect(corrected('', 'ACUS11 KWNS 312350 ACC')).to.equal(false);
    expect(['SPC MCD 312350 COR', 'WPC MPD 312350 COR'].map((line) => corrected(line))).to.deep.equal([true, true]);
    for (const line of ['SPC MCD 312350', 'SPC MCD 312350 CORFIDI', 'A SPC MCD 312350 COR', 'SPC MCD 2350 COR', 'NHC MCD 312350 COR']) {
      expect(corrected(line), line).to.equal(false);
    } // prettier-ignore
  });

  it('has its outline as a ring', () => {
    expect(read([title, 'LAT...LON   36000000 36000100 35000100 35000000']).area).to.deep.equal({
      type: 'Polygon',
      coordinates: [[[-100, 36], [-101, 36], [-101, 35], [-100, 35], [-100, 36]]],
    }); // prettier-ignore
  });

  it('of rain has the page of the Weather Prediction Center', () => {
    const { kind, url } = read([title], { awips: 'FFGMPD' });
    expect([kind, url]).to.deep.equal(['precipitation', 'https://www.wpc.ncep.noaa.gov/metwatch/metwatch_mpd_multi.php?md=0845&yr=2026']); // prettier-ignore
  });
});
