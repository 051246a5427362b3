import { expect } from 'chai';
import { isTest, parseWatchText } from '../../../src/feeds/watches/parse-text.ts';
import { refusalOf } from '../../support/refusal.ts';

const near = new Date('2026-05-31T22:00Z');
const at = (time: string) => new Date(`${time}Z`);
const read = (...lines: string[]) => parseWatchText(lines.join('\n'), near);

/** The fields of a watch of which a text says no more than number and kind. */
const bare = (number: number, more: object = {}) => ({
  number,
  year: 2026,
  type: 'TOR',
  status: 'active',
  pds: null,
  maxHailIn: null,
  maxWindKt: null,
  issuedAt: at('2026-05-31T22:17'),
  validFrom: null,
  expiresAt: null,
  states: [],
  counties: [],
  probabilities: null,
  replaces: [],
  area: null,
  url: `https://www.spc.noaa.gov/products/watch/2026/ww${String(number).padStart(4, '0')}.html`,
  isCorrection: false,
  ...more,
});

describe('watches/parse-text', () => {
  it('refuses other products, and names them', () => {
    expect(refusalOf(() => read('WWUS20 KWNS 312217', 'PTSDY1', 'Tornado Watch Number 153'))).to.equal('bulletin: expected SEL, SAW, WWP or WOU, got "PTSDY1" (points of a convective outlook)'); // prettier-ignore
  });

  it('tells corrections from other amendments', () => {
    const amended = (amendment: string) => read(`WWUS20 KWNS 312217${amendment}`, 'SEL3', 'Tornado Watch Number 153').isCorrection; // prettier-ignore
    expect([amended(''), amended(' CCA'), amended(' CCB'), amended(' AAA'), amended(' ACC')]).to.deep.equal([false, true, true, false, false]); // prettier-ignore
  });

  it('counts the numbers from 9000 as exercises', () => {
    const numbered = (number: number) => read('WWUS20 KWNS 312217', 'SEL3', `Tornado Watch Number ${number}`);
    expect([8999, 9000, 9999].map((number) => isTest(numbered(number)))).to.deep.equal([false, true, true]);
  });

  describe('SEL', () => {
    const head = ['WWUS20 KWNS 312217', 'SEL3'];
    const said = (...lines: string[]) => read(...head, 'Tornado Watch Number 153', ...lines);

    it('has nothing but number and kind in a bare text', () => {
      expect(said()).to.deep.equal(bare(153));
    });

    it('names the kind of the watch in one of several forms', () => {
      const titled = (title: string) => {
        const { type, number } = read(...head, 'a line', title);
        return `${type} ${number}`;
      };
      expect(titled('Tornado Watch Number 7')).to.equal('TOR 7');
      expect(titled('TORNADO WATCH - NUMBER 12')).to.equal('TOR 12');
      expect(titled('Severe Thunderstorm Watch Number 160')).to.equal('SVR 160');
      expect(titled('Severe Thunderstorm Watch - Number 160')).to.equal('SVR 160');
      for (const other of ['A Tornado Watch Number 7', 'Tornado Watch Outline 7', 'Tornado Watch Number', 'Flood Watch Number 7']) {
        expect(refusalOf(() => titled(other)), other).to.equal('bulletin: expected the kind and the number of a watch');
      } // prettier-ignore
    });

    it('ends with its cancellation, whose sentence has the number', () => {
      const lines = ['TXC001-010600-', '', 'Tornado Watch Number 1153', '', 'The Storm Prediction Center has canceled', 'Tornado Watch', 'Number 153 for']; // prettier-ignore
      const ended = bare(153, { status: 'cancelled', expiresAt: at('2026-05-31T22:17'), states: ['TX'] });
      expect(read(...head, ...lines)).to.deep.equal(ended);
      expect(read(...head, ...lines.map((line) => line.replace('canceled', 'CANCELLED')))).to.deep.equal(ended);
      const severe = [
        'Severe Thunderstorm Watch Number 12',
        'has cancelled  severe',
        ' thunderstorm  watch  number  12',
      ];
      expect(read(...head, ...severe)).to.deep.equal(bare(12, { type: 'SVR', status: 'cancelled', expiresAt: at('2026-05-31T22:17') })); // prettier-ignore
    });

    it('has states and the end of the watch from its line of states', () => {
      expect(said('OKC000-TXZ000-010600-')).to.deep.equal(bare(153, { states: ['OK', 'TX'], expiresAt: at('2026-06-01T06:00') })); // prettier-ignore
    });

    it('says that a situation is particularly dangerous, or nothing of it', () => {
      expect(said('This is a particularly', 'dangerous  situation.').pds).to.equal(true);
      expect(said('THIS IS A PARTICULARLY DANGEROUS SITUATION').pds).to.equal(true);
      expect(said('This is a dangerous situation').pds).to.equal(null);
    });

    it('has hail in inches, with fractions', () => {
      const hail = (size: string) => said(`hail  surface`, `and  aloft to ${size} inches. Extreme`).maxHailIn;
      expect([hail('2'), hail('1.5'), hail('1 3/4'), hail('3/4'), hail('.75'), hail('0.25'), hail('10')]).to.deep.equal([2, 1.5, 1.75, 0.75, 0.75, 0.25, 10]); // prettier-ignore
      expect([hail('.'), hail('1 3/0'), hail('0/0')]).to.deep.equal([null, null, null]);
      expect([hail('1/2/3'), hail('1..5'), hail('/4'), hail('1 2'), hail(' ')]).to.deep.equal([null, null, null, null, null]); // prettier-ignore
      expect([hail('1 1/16'), hail('1  1/2')]).to.deep.equal([1.0625, 1.5]);
    });

    it('has wind gusts in knots', () => {
      expect(said('surface wind  gusts', 'to  65  knots.').maxWindKt).to.equal(65);
      expect(said('wind gusts to 7 knots.').maxWindKt).to.equal(7);
      expect(said('wind gusts to 65 mph.').maxWindKt).to.equal(null);
    });

    it('begins at the local time that it names, on the day nearest to its issue', () => {
      const starts = (words: string, issued = '312217') => {
        const lines = [`WWUS20 KWNS ${issued}`, 'SEL3', 'Tornado Watch Number 153', ...words.split('\n')];
        return (
          read(...lines)
            .validFrom?.toISOString()
            .slice(0, 16) ?? null
        );
      };
      expect(starts('* Effective this Sunday afternoon and evening\nfrom 520 PM until 1100 PM CDT.')).to.equal('2026-05-31T22:20'); // prettier-ignore
      expect(starts('EFFECTIVE TONIGHT FROM 1155 PM  UNTIL  700  AM EDT.', '010400')).to.equal('2026-06-01T03:55');
      // A watch of the evening, issued after midnight UTC: 1130 PM CDT is 0430 UTC of the next day.
      expect(starts('Effective tonight from 1130 PM until 500 AM CDT.', '010420')).to.equal('2026-06-01T04:30');
      // 0005 UTC of the next day is 15 minutes after the issue, and 0005 UTC of this day almost a day before.
      expect(starts('Effective tonight from 705 PM until 1100 PM CDT.', '312350')).to.equal('2026-06-01T00:05');
      // 2355 UTC of the day before.
      expect(starts('Effective tonight from 655 PM until 1100 PM CDT.', '010005')).to.equal('2026-05-31T23:55');
      expect(starts('Effective this afternoon from 520 PM until 1100 PM XYZ.')).to.equal(null);
      expect(starts('Effective this afternoon. Storms from 520 PM until 1100 PM CDT.')).to.equal(null);
      expect(starts('Ineffective this afternoon from 520 PM until 1100 PM CDT.')).to.equal(null);
      expect(starts('Effective this afternoon from 1320 AM until 1100 PM CDT.')).to.equal(null);
      expect(starts('Effective this afternoon from Noon until 800 PM CDT.')).to.equal('2026-05-31T17:00');
      expect(starts('Effective this evening from 520 PM until Midnight CDT.')).to.equal('2026-05-31T22:20');
      expect(starts('Effective tonight from MIDNIGHT until 500 AM CDT.', '010420')).to.equal('2026-06-01T05:00');
    });

    it('names the watches that it replaces, each once', () => {
      const replaced = (...lines: string[]) => said(...lines).replaces;
      expect(replaced('This watch replaces  tornado', 'watch  number  152. It REPLACES SEVERE', 'THUNDERSTORM WATCH NUMBER 7.')).to.deep.equal([152, 7]); // prettier-ignore
      expect(replaced('REPLACES...WW 152...WW 15.')).to.deep.equal([152, 15]);
      expect(replaced('REPLACE ... WW 152. WW 9')).to.deep.equal([152, 9]);
      expect(replaced('replaces tornado watch number 152', 'replaces...ww 152')).to.deep.equal([152]);
      expect(replaced('This watch unreplaces tornado watch number 152. Continue...WW 150')).to.deep.equal([]);
    });
  });

  describe('SAW', () => {
    const head = ['WWUS30 KWNS 312217', 'SAW3', 'SPC AWW 312217'];
    const line = 'WW 153 TORNADO OK TX CW 312215Z - 010600Z';
    const basic = { states: ['OK', 'TX', 'CW'], validFrom: at('2026-05-31T22:15'), expiresAt: at('2026-06-01T06:00') };

    it('has number, kind, states and times', () => {
      expect(read(...head, line)).to.deep.equal(bare(153, basic));
    });

    it('names the kind of the watch in one of several forms', () => {
      const type = (kind: string) => read(...head, line.replace('TORNADO', kind)).type;
      expect([type('TEST TORNADO'), type('SEVERE TSTM'), type('TEST SEVERE TSTM'), type('SEVERE THUNDERSTORM')]).to.deep.equal(['TOR', 'SVR', 'SVR', 'SVR']); // prettier-ignore
      expect(refusalOf(() => type('FLOOD'))).to.equal('bulletin: expected WW number, kind, states and times');
    });

    it('counts the end from the start', () => {
      expect(read(...head, line.replace('312215Z - 010600Z', '010035Z-010700Z'))).to.deep.equal(bare(153, { ...basic, validFrom: at('2026-06-01T00:35'), expiresAt: at('2026-06-01T07:00') })); // prettier-ignore
    });

    it('ends with its cancellation', () => {
      for (const words of ['CANCELLED', 'CANCELED']) {
        const ended = read(...head, `WW 153 SEVERE TSTM ${words}`);
        expect(ended).to.deep.equal(bare(153, { type: 'SVR', status: 'cancelled', expiresAt: at('2026-05-31T22:17') }));
      }
    });

    it('has the largest hail and the strongest gusts', () => {
      const peaks = (words: string) => {
        const { maxHailIn, maxWindKt } = read(...head, line, words);
        return [maxHailIn, maxWindKt];
      };
      expect(peaks('HAIL SURFACE AND ALOFT...1 3/4 INCHES. WIND GUSTS...60 KNOTS.')).to.deep.equal([1.75, 60]);
      expect(peaks('HAIL SURFACE AND ALOFT..3 INCHES. WIND GUSTS..100 KNOTS.')).to.deep.equal([3, 100]);
      expect(peaks('HAIL SURFACE AND ALOFT. WIND GUSTS.')).to.deep.equal([null, null]);
    });

    it('names the watches that it replaces, at the start of lines', () => {
      expect(read(...head, line, 'REPLACES WW 152..OK TX', 'REPLACES WW 7..KS', 'NOT REPLACES WW 5').replaces).to.deep.equal([152, 7]); // prettier-ignore
    });

    it('has the outline as a ring', () => {
      const { area } = read(...head, line, 'LAT...LON 36000000 36000100 35000100 35000000');
      expect(area).to.deep.equal({ type: 'Polygon', coordinates: [[[-100, 36], [-101, 36], [-101, 35], [-100, 35], [-100, 36]]] }); // prettier-ignore
    });
  });

  describe('WWP', () => {
    const head = ['WWUS40 KWNS 312217', 'WWP9', ''];
    const rows = [
      'PROB OF 2 OR MORE TORNADOES                        :  50%',
      'PROB OF 1 OR MORE STRONG /EF2-EF5/ TORNADOES       :  20%',
      'PROB OF 10 OR MORE SEVERE WIND EVENTS              :  60%',
      'PROB OF 1 OR MORE WIND EVENTS >= 65 KNOTS          :  30%',
      'PROB OF 10 OR MORE SEVERE HAIL EVENTS              :  <05%',
      'PROB OF 1 OR MORE HAIL EVENTS >= 2 INCHES          :  70%',
      'PROB OF 6 OR MORE COMBINED SEVERE HAIL/WIND EVENTS : >95%',
      '&&',
      'MAX HAIL /INCHES/                            : 2.5',
      'MAX WIND GUSTS SURFACE /KNOTS/               : 65',
      'MAX TOPS /X 100 FEET/                        : 550',
      'PARTICULARLY DANGEROUS SITUATION             : NO',
    ];
    const none = {
      tornado2OrMore: null,
      tornadoStrong1OrMore: null,
      wind10OrMore: null,
      wind65kt1OrMore: null,
      hail10OrMore: null,
      hail2in1OrMore: null,
      hailWind6OrMore: null,
    };

    it('has a probability for each hazard, and the peaks', () => {
      expect(read(...head, 'WT 0153', ...rows)).to.deep.equal(
        bare(153, {
          pds: false,
          maxHailIn: 2.5,
          maxWindKt: 65,
          probabilities: {
            tornado2OrMore: 50,
            tornadoStrong1OrMore: 20,
            wind10OrMore: 60,
            wind65kt1OrMore: 30,
            hail10OrMore: 5,
            hail2in1OrMore: 70,
            hailWind6OrMore: 95,
          },
        }),
      );
    });

    it('has nothing for rows that are missing', () => {
      expect(read(...head, 'WS 0153')).to.deep.equal(bare(153, { type: 'SVR', probabilities: none }));
    });

    it('has peaks below a limit', () => {
      expect(read(...head, 'WT 0153', 'MAX HAIL /INCHES/ : <0.5', 'MAX WIND GUSTS SURFACE /KNOTS/ : <50')).to.deep.equal(bare(153, { maxHailIn: 0.5, maxWindKt: 50, probabilities: none })); // prettier-ignore
    });

    it('names kind and number on a line of its own', () => {
      expect(read(...head, 'WT 0153 PDS').number).to.equal(153);
      for (const other of ['WX 0153', 'WT 153', 'A WT 0153', 'WT 0153 NOT', 'WT 01534']) {
        expect(refusalOf(() => read(...head, other)), other).to.equal('bulletin: expected the kind and the number of a watch'); // prettier-ignore
      }
    });
  });

  describe('WOU', () => {
    const head = ['WOUS64 KWNS 312215', 'WOU2', ''];
    const segment = (codes: string, action: string, until = '260601T0600Z', kind = 'TO') => [`${codes}-010600-`, `/O.${action}.KWNS.${kind}.A.0212.260531T2215Z-${until}/`, '', '$$']; // prettier-ignore
    const known = { issuedAt: at('2026-05-31T22:15'), validFrom: at('2026-05-31T22:15') };

    it('has the counties in force, until the last of them ends', () => {
      const lines = [
        ...segment('OKC027', 'CON'),
        ...segment('TXC009', 'EXT', '260601T0800Z'),
        ...segment('KSC001', 'CON', '260601T0700Z'),
      ];
      expect(read(...head, ...lines)).to.deep.equal(
        bare(212, {
          ...known,
          expiresAt: at('2026-06-01T08:00'),
          states: ['OK', 'TX', 'KS'],
          counties: ['OKC027', 'TXC009', 'KSC001'],
        }),
      );
    });

    it('leaves out counties that are cancelled, have expired, or are in another watch', () => {
      const counties = (action: string) =>
        read(...head, ...segment('OKC027', action), ...segment('TXC009', 'CON')).counties;
      expect(['CAN', 'EXP', 'UPG'].map(counties)).to.deep.equal([['TXC009'], ['TXC009'], ['TXC009']]);
      expect(['NEW', 'EXA', 'EXB'].map((action) => counties(action).length)).to.deep.equal([2, 2, 2]);
    });

    it('is cancelled when no county is left', () => {
      expect(read(...head, ...segment('OKC027', 'CAN', '260601T0600Z', 'SV'))).to.deep.equal(
        bare(212, { ...known, type: 'SVR', status: 'cancelled', expiresAt: at('2026-05-31T22:15') }),
      );
    });

    it('has no end when none is given', () => {
      const open = segment('OKC027', 'CON', '000000T0000Z');
      expect(read(...head, ...open).expiresAt).to.equal(null);
      expect(read(...head, ...open, ...segment('TXC009', 'CON')).expiresAt).to.deep.equal(at('2026-06-01T06:00'));
    });

    it('passes over segments without counties or without an event', () => {
      const [codes, event] = segment('OKC027', 'CON');
      const lines = [codes, '$$', event, '$$', codes, `X ${event}`, '$$', codes, `${event} X`, '$$', ...segment('TXC009', 'CON')]; // prettier-ignore
      expect(read(...head, ...lines).counties).to.deep.equal(['TXC009']);
      expect(refusalOf(() => read(...head, codes, '$$', event, '$$'))).to.equal('bulletin: expected counties with the watch they are in'); // prettier-ignore
    });
  });
});
