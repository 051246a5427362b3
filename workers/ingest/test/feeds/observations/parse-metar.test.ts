import { expect } from 'chai';
import { parseMetar, parseMetarCache, parseMetars } from '../../../src/feeds/observations/parse-metar.ts';
import type { ObservationRow } from '../../../src/feeds/observations/row.ts';
import { Ignored } from '../../../src/parse/parsed.ts';
import { emptyObservation } from '../../support/empty-observation.ts';
import { refusalOf } from '../../support/refusal.ts';

const near = new Date('2026-05-20T22:00Z');
const metar = (report: string) => parseMetar(report, near) as ObservationRow;
/** A report of these groups. */
const of = (groups: string) => metar(`KOUN 202153Z ${groups}`);
const why = (report: string) => refusalOf(() => parseMetar(report, near));
const noStation = 'metar: expected a station and DDHHMMZ';
const noValue = 'metar: expected at least one value, got none';

describe('observations/parse-metar, a report', () => {
  it('has every field', () => {
    const report = 'METAR KOUN 202153Z AUTO 17017G28KT 10SM -RA FEW040 28/22 A2961 RMK AO2 SLP020 P0003 T02780222';
    const { humidityPct, windSpeedKmh, windGustKmh, visibilityKm, precip1hMm, ...rest } = metar(report);
    expect(rest).to.deep.equal({
      station: 'KOUN',
      name: null,
      state: null,
      source: 'nws',
      at: new Date('2026-05-20T21:53Z'),
      temperatureC: 27.8,
      dewpointC: 22.2,
      windDirDeg: 170,
      pressureHpa: 1002,
      sky: 'FEW',
      weather: '-RA',
      elevationM: null,
      lon: null,
      lat: null,
      raw: report,
    });
    expect(windSpeedKmh).to.be.closeTo(31.484, 1e-9); // 17 · 1.852
    expect(windGustKmh).to.be.closeTo(51.856, 1e-9); // 28 · 1.852
    expect(visibilityKm).to.be.closeTo(16.09344, 1e-9); // 10 · 1.609344
    expect(precip1hMm).to.be.closeTo(0.762, 1e-9); // 0.03 · 25.4
    expect(humidityPct).to.be.closeTo(71.65, 0.1); // by MetPy 1.7.1
  });

  it('has the weather of now, not that of the forecast behind it', () => {
    for (const trend of ['TEMPO 4000 SHRA BKN020TCU', 'BECMG 26025G40KT 2000 TSRA OVC010', 'NOSIG', 'INTER 0500 FG', 'PROB30 TEMPO 1000 SN', 'FM2200 26025G40KT 2000 TSRA'])
      expect(of(`26006KT 9999 FEW019 15/14 Q1013 ${trend}`), trend).to.include({
        windDirDeg: 260,
        windGustKmh: null,
        visibilityKm: 10,
        sky: 'FEW',
        weather: null,
        pressureHpa: 1013,
      });
  }); // prettier-ignore

  it('has the remarks behind the forecast', () => {
    expect(of('9999 NSC 15/14 Q1013 NOSIG RMK SLP132 RMK P0010')).to.include({ pressureHpa: 1013.2, precip1hMm: 2.54 });
  });

  it('can have its groups in another order', () => {
    const expected = { windDirDeg: 90, visibilityKm: 7 * 1.609344, sky: 'BKN', temperatureC: 32, pressureHpa: 1018.6, weather: 'BR' }; // prettier-ignore
    for (const groups of ['BR BKN029TCU FEW020 09008KT 7SM 32/25 A3008', '7SM 09008KT BR 32/25 A3008 BKN029', 'COR A3008 7SM 32/25 BKN029 BR 09008KT'])
      expect(of(`${groups} RMK VIRGA E SLP186`), groups).to.include(expected);
  }); // prettier-ignore

  it('can have several blanks between its groups', () => {
    expect(of('00000KT  1  1/2SM  BR CLR').visibilityKm).to.be.closeTo(1.5 * 1.609344, 1e-9);
  });

  it('has nothing for groups that it lacks', () => {
    expect(of('CLR')).to.deep.equal(
      emptyObservation({
        station: 'KOUN',
        source: 'nws',
        at: new Date('2026-05-20T21:53Z'),
        sky: 'CLR',
        raw: 'KOUN 202153Z CLR',
      }),
    );
  });

  it('can be a special or a correction, of a station with digits', () => {
    const signs = ['', 'METAR ', 'SPECI ', 'COR ', 'METAR COR ', 'SPECI COR '];
    expect(signs.map((sign) => metar(`${sign}K1F0 202153Z CLR`).station)).to.deep.equal(signs.map(() => 'K1F0'));
  });

  it('needs a station and a time', () => {
    for (const bad of ['XMETAR KOUN 202153Z CLR', 'TAF KOUN 202153Z CLR', 'KOU 202153Z CLR', 'KOUNX 202153Z CLR', '1OUN 202153Z CLR', 'KOUN 20215Z CLR', 'KOUN 2021533Z CLR', 'KOUN 202153 CLR']) {
      expect(why(bad), bad).to.equal(noStation);
    } // prettier-ignore
  });

  it('needs one value of any kind', () => {
    for (const groups of ['17/14', '24012KT', 'A2992', '10SM', 'CLR', 'RA'])
      expect(of(groups).station).to.equal('KOUN');
    for (const bad of ['KOUN 202153Z', 'KOUN 202153Z ', 'KOUN 202153Z AUTO RMK P0046', 'KOUN 202153Z AUTO NIL', 'KOUN 202153Z NILX']) {
      expect(why(bad), bad).to.equal(noValue);
    } // prettier-ignore
  });

  it('is ignored if the station sends none', () => {
    for (const none of ['KOUN NIL', 'K1F0 NIL', 'METAR KOUN NIL', 'SPECI KOUN NIL', 'KOUN 202153Z NIL', 'KOUN 202153Z NIL RMK AO2']) {
      expect(parseMetar(none, near), none).to.deep.equal(new Ignored('NIL'));
    } // prettier-ignore
    for (const bad of ['TAF KOUN NIL', 'KOUN NIL AO2', 'KOUNX NIL', 'kOUN NIL'])
      expect(why(bad), bad).to.equal(noStation);
  });

  it('ends where its remarks begin', () => {
    expect(of('17/14 RMK A2992 10SM CLR RA 24012KT')).to.include({ temperatureC: 17, pressureHpa: null, visibilityKm: null, sky: null, weather: null, windSpeedKmh: null }); // prettier-ignore
    expect(of('17/14 RMK').temperatureC).to.equal(17);
    expect(of('17/14 T01230045 P0003')).to.include({ temperatureC: 17, pressureHpa: null, precip1hMm: null });
    expect(of('17/14 A3001 SLP162 RMK WND DATA ESTMD').pressureHpa).to.equal(1016.2); // some stations send it so
  });
});

describe('observations/parse-metar, wind', () => {
  const wind = (groups: string) => {
    const { windDirDeg, windSpeedKmh, windGustKmh } = of(`CLR ${groups}`);
    return [windDirDeg, windSpeedKmh, windGustKmh];
  };

  it('is in knots, metres per second or kilometres per hour', () => {
    expect(wind('24010KT')).to.deep.equal([240, 18.52, null]); // 10 · 1.852
    expect(wind('24010MPS')).to.deep.equal([240, 36, null]);
    expect(wind('24010G20KMH')).to.deep.equal([240, 10, 20]);
  });

  it('can have three digits, and exceed what is measured', () => {
    expect(wind('240100G120KMH')).to.deep.equal([240, 100, 120]);
    expect(wind('240P99GP99KMH')).to.deep.equal([240, 99, 99]);
  });

  it('can lack the direction, the gust or a sensible direction', () => {
    expect(wind('///05KMH')).to.deep.equal([null, 5, null]);
    expect(wind('24010G//KMH')).to.deep.equal([240, 10, null]);
    expect(wind('36010KMH')).to.deep.equal([0, 10, null]);
    expect(wind('36110KMH')).to.deep.equal([null, 10, null]);
    expect(wind('24010KTS')).to.deep.equal([240, 18.52, null]);
  });

  it('has no direction if it is variable or calm', () => {
    expect(wind('VRB03G15KMH')).to.deep.equal([null, 3, 15]);
    expect(wind('09000KMH')).to.deep.equal([null, 0, null]);
  });

  it('is one whole group, the first', () => {
    expect(wind('AUTO 24010KMH 09015KMH')).to.deep.equal([240, 10, null]);
    for (const bad of ['X24010KT', '24010KTX', '2401KT', '24010', '240V300', '/////KT', '24010GKT', '2401000KT']) {
      expect(wind(bad), bad).to.deep.equal([null, null, null]);
    }
  });
});

describe('observations/parse-metar, temperatures', () => {
  const temperatures = (groups: string, remarks = 'AO2') => {
    const { temperatureC, dewpointC, humidityPct } = of(`CLR ${groups} RMK ${remarks}`);
    return [temperatureC, dewpointC, humidityPct && Math.round(humidityPct)];
  };

  it('are in tenths in the remarks', () => {
    expect(temperatures('M06/M08', 'AO2 T10561078')).to.deep.equal([-5.6, -7.8, 84]); // humidity by MetPy 1.7.1
    expect(temperatures('00/M01', 'T00001005')).to.deep.equal([0, -0.5, 96]);
    expect(temperatures('23/', 'T0233')).to.deep.equal([23.3, null, null]);
  });

  it('are each those of the remarks, or else of the body', () => {
    expect(temperatures('23/14', 'T0233').slice(0, 2)).to.deep.equal([23.3, 14]);
    expect(temperatures('M01/M03', 'T1006').slice(0, 2)).to.deep.equal([-0.6, -3]);
  });

  it('are not the extremes of six or 24 hours', () => {
    expect(temperatures('17/14', '10233 20122 402391122 T0000')).to.deep.equal([0, 14, 100]);
    expect(temperatures('17/14', '10233 20122 402391122').slice(0, 2)).to.deep.equal([17, 14]);
  });

  it('are whole degrees if the remarks have none', () => {
    for (const remarks of ['AO2', 'AT10561078', 'T105610781', 'T2056', 'T105']) {
      expect(temperatures('M05/M13', remarks), remarks).to.deep.equal([-5, -13, 53]);
    }
    expect(temperatures('05/M13')).to.deep.equal([5, -13, 26]);
  });

  it('can lack the dew point', () => {
    for (const group of ['17/', '17///', '17/XX']) expect(temperatures(group), group).to.deep.equal([17, null, null]);
  });

  it('are one whole group, the first', () => {
    expect(temperatures('20/14 05/04')).to.deep.equal([20, 14, 68]);
    for (const bad of ['X17/14', '17/14X', '117/14', '17/X', '17/1', '7/14', '//14', 'N17/14', '17/N14', 'XX/14']) {
      expect(temperatures(bad), bad).to.deep.equal([null, null, null]);
    }
  });

  it('have no negative zero', () => {
    expect(Object.is(of('M00/M00').temperatureC, 0)).to.equal(true);
  });

  it('give at most 100 % humidity', () => {
    expect(temperatures('10/10', 'T01000105')).to.deep.equal([10, 10.5, 100]);
  });
});

describe('observations/parse-metar, pressure and rain', () => {
  const pressure = (groups: string) => of(`CLR ${groups}`).pressureHpa;

  it('is that of the altimeter if the remarks have none', () => {
    expect(pressure('A2992')).to.be.closeTo(1013.21, 0.005); // 29.92 · 33.8638866667
    expect(pressure('Q0998')).to.equal(998);
    expect(pressure('Q0998 A2992')).to.equal(998);
    for (const remarks of ['SLPNO', 'XSLP020', 'SLP02', 'SLP0200']) {
      expect(pressure(`Q0998 RMK ${remarks}`), remarks).to.equal(998);
    }
    expect(pressure('Q0998 RMK SLP020')).to.equal(1002);
  });

  it('is a whole group', () => {
    for (const bad of ['XA2992', 'A29921', 'A299', 'B2992', 'XQ1013', 'Q10130', 'Q////']) {
      expect(pressure(bad), bad).to.equal(null);
    }
  });

  it('come with hundredths of an inch of rain', () => {
    const rain = (remarks: string) => of(`CLR RMK ${remarks}`).precip1hMm;
    expect(rain('AO2 P0100 $')).to.equal(25.4);
    expect(rain('P0000')).to.equal(0);
    for (const bad of ['XP0100', 'P01000', 'P010', 'P////']) expect(rain(bad), bad).to.equal(null);
  });
});

describe('observations/parse-metar, visibility', () => {
  const visibility = (groups: string) => of(`17/14 ${groups}`).visibilityKm;

  it('is in statute miles', () => {
    const miles = (groups: string) => {
      const km = visibility(groups);
      return km === null ? null : Math.round((km / 1.609344) * 1e9) / 1e9;
    };
    const examples = { '0SM': 0, '3SM': 3, '10SM': 10, '1/2SM': 0.5, '1 3/4SM': 1.75, '11/2SM': 1.5, '3/16SM': 0.1875, 'M1/4SM': 0.25, P6SM: 6, '3SM RA': 3, '2 1/2SM RA': 2.5 }; // prettier-ignore
    for (const [groups, expected] of Object.entries(examples)) expect(miles(groups), groups).to.equal(expected);
    expect(metar('KOUN 202153Z 3SM').visibilityKm).to.be.closeTo(4.828032, 1e-9);
    expect(metar('KOUN 202153Z 1/2SM').visibilityKm).to.be.closeTo(0.804672, 1e-9);
  });

  it('is in metres, where 9999 means 10 km', () => {
    const examples = { 9999: 10, '0800': 0.8, '4000NDV': 4, '4000NDV RA': 4, '2500 RA': 2.5, CAVOK: 10, '0000': 0, '4000E': 4, '4000NE BR': 4, '6000 1400SW': 6, '1400SW 6000N': 1.4, M0050: 0.05, '9999 2000W': 10, '5KM': 5 }; // prettier-ignore
    for (const [groups, expected] of Object.entries(examples)) expect(visibility(groups), groups).to.equal(expected);
    expect(metar('KOUN 202153Z 0800').visibilityKm).to.equal(0.8);
  });

  it('is a whole group', () => {
    for (const bad of ['10SMX', 'X10SM', '100SM', 'SM', 'X9999', '99990', '999', '999X', 'XCAVOK', 'CAVOKX', '////SM', '4000NDVX', '4000ENE', '4000NS', '////', 'R17L/2600FT', 'R36/4000VP6000FT', 'R06/1200', '4000SM']) {
      expect(visibility(bad), bad).to.equal(null);
    } // prettier-ignore
  });

  it('is not a fraction of nothing', () => {
    for (const bad of ['1/0SM', '0/0SM', '1 1/0SM']) expect(visibility(bad), bad).to.equal(null);
  });
});

describe('observations/parse-metar, sky and weather', () => {
  const sky = (groups: string) => of(`17/14 ${groups}`).sky;
  const weather = (groups: string) => of(`17/14 ${groups}`).weather;

  it('has the highest cover of its layers', () => {
    const examples = { SKC: 'CLR', CLR: 'CLR', NSC: 'CLR', NCD: 'CLR', CAVOK: 'CLR', FEW020: 'FEW', 'FEW020 SCT030': 'SCT', 'BKN040CB SCT030': 'BKN', 'OVC001 FEW000': 'OVC', VV002: 'VV', 'VV///': 'VV', 'FEW///': 'FEW' }; // prettier-ignore
    for (const [groups, expected] of Object.entries(examples)) expect(sky(groups), groups).to.equal(expected);
    for (const bad of ['XFEW020', 'FEWX', 'FEW02', 'CLRX', '///020', 'TCU020']) expect(sky(bad), bad).to.equal(null);
  });

  it('has the weather of all groups', () => {
    expect(weather('+TSRAGR BR')).to.equal('+TSRAGR BR');
    const each = ['-RA', '+SN', 'VCTS', 'VCSH', 'VCBLDU', 'MIFG', 'PRFG', 'BCFG', 'DRSN', 'BLSN', 'SHRA', 'TSRA', 'FZDZ', 'RASN', 'SG', 'IC', 'PL', 'GR', 'GS', 'UP', 'BR', 'FU', 'VA', 'DU', 'SA', 'HZ', 'BLPY', 'PO', 'SQ', '+FC', 'SS', 'DS', 'TS']; // prettier-ignore
    for (const group of each) expect(weather(group), group).to.equal(group);
    for (const bad of ['XRA', 'RAX', '--RA', 'MI', 'FZ', '//', '+', 'NSW', 'VC'])
      expect(weather(bad), bad).to.equal(null);
  });

  it('has no weather that is over', () => {
    for (const recent of ['RERA', 'RETS', 'RETSRA', 'RESHSN', 'REFZDZ', 'REUP']) {
      expect(weather(recent), recent).to.equal(null);
      expect(weather(`BR Q1013 ${recent}`), recent).to.equal('BR');
    }
  });
});

describe('observations/parse-metar, collectives', () => {
  const heading = 'SAUS70 KWBC 202100\n';
  const read = (text: string) => {
    const { rows, refused, ignored } = parseMetars(text, near);
    return { rows: rows.map(({ station, raw }) => [station, raw]), refused, ignored };
  };

  it('have the positions of the list of stations', () => {
    const { rows } = parseMetars(`${heading}KOUN 202053Z 17/14=\nKXXX 202053Z 17/14=\n`, near);
    // OUN 35.22 -97.47 in the list
    expect(rows.map(({ lat, lon }) => [lat, lon])).to.deep.equal([[35.22, -97.47], [null, null]]); // prettier-ignore
  });

  it('have the day of their heading', () => {
    const { rows } = parseMetars('SAUS70 KWBC 010000\nKOUN 312353Z 17/14=\n', new Date('2026-06-01T00:10Z'));
    expect(rows[0].at).to.deep.equal(new Date('2026-05-31T23:53Z'));
  });

  it('are divided at equals signs and before each report', () => {
    const lines = ['KOUN 202053Z 17/14 CLR', 'SPECI KTIK 202100Z 18/14', 'METAR COR K1F0 202100Z 19/14', 'COR KMIA 202100Z 20/14'];
    const expected = lines.map((line) => [/K\w{3}/.exec(line)![0], line]);
    for (const sign of ['\n', '=', '=\n', '=\n\n']) {
      expect(read(heading + lines.join(sign)), sign).to.deep.equal({ rows: expected, refused: [], ignored: {} });
    }
  }); // prettier-ignore

  it('are not divided within a report', () => {
    const report = 'KOUN 202053Z 17/14 RMK A\nKTIK 20210Z B\nKTIKX 202100Z C\n KTIK 202100Z D\nKTIK 202100 E\nFIRST 202100Z F\n1TIK 202100Z G\nKTIK 2021001Z H\nX KTIK 202100Z I'; // prettier-ignore
    expect(read(heading + report).rows).to.deep.equal([['KOUN', report.replaceAll(/\s+/g, ' ')]]);
  });

  it('have marks and names that are no reports', () => {
    for (const kind of ['METAR', 'SPECI']) {
      const text = `${heading}\n${kind} \n${kind} KXXX NIL=\n${kind}=NNNN=$ $=KOUN 202053Z 17/14=\n$$\n`;
      expect(read(text)).to.deep.equal({ rows: [['KOUN', 'KOUN 202053Z 17/14']], refused: [], ignored: { NIL: 1 } });
    }
  });

  it('name what cannot be read by its first characters', () => {
    const text = `${heading}THE STATION ${'X'.repeat(40)}=\nNO METAR=\nMETAR NO=\nNNNN NO=`;
    expect(read(text).refused).to.deep.equal(
      [`THE STATION ${'X'.repeat(28)}`, 'NO METAR', 'METAR NO', 'NNNN NO'].map((what) => ({
        what,
        why: 'expected a station and DDHHMMZ',
      })),
    );
  });

  it('are none under a heading of forecasts, which look like reports', () => {
    const text = 'FTUS44 KOUN 202102\nTAFOUN\n\nKOUN 202120Z 2021/2118 18010KT P6SM SCT040\n  FM210000 20010KT P6SM=\n';
    const { rows, refused } = read(text);
    expect(rows).to.deep.equal([]);
    expect(refused.map(({ why }) => why)).to.deep.equal([
      'expected a heading of observations, got FTUS44 "TAFOUN" (aerodrome forecast)',
    ]);
  });

  it('keep reports of several times and stations', () => {
    const text = `${heading}KOUN 202053Z 17/14=KOUN 202054Z 17/14=KTIK 202053Z 17/14=KOUN 202053Z 18/14=`;
    expect(read(text).ignored).to.deep.equal({ 'sent again': 1 });
    expect(read(text).rows.map(([, raw]) => raw)).to.deep.equal(['KOUN 202053Z 18/14', 'KOUN 202054Z 17/14', 'KTIK 202053Z 17/14']); // prettier-ignore
  });
});

describe('observations/parse-metar, the cache', () => {
  const header = 'raw_text,station_id,observation_time,latitude,longitude,elevation_m';
  const line = (report: string, rest = '2026-05-20T21:53:00Z,35.24,-97.44,357.0') => `${report},KOUN,${rest}`;
  const failure = (text: string) => parseMetarCache(text).then(() => 'none', (error: Error) => error.message); // prettier-ignore

  it('has a header among the first lines', async () => {
    const report = line('KOUN 202153Z 17/14');
    expect((await parseMetarCache(`${header}\r\n${report}\r\n`)).rows).to.have.length(1);
    expect((await parseMetarCache(`${'No errors\n'.repeat(20)}${header}\n${report}`)).rows).to.have.length(1);
    const words = `${'No errors, '.repeat(10)}\n`;
    const why = `expected the header of METARs, got ${JSON.stringify(words).slice(0, 60)}`;
    expect(await failure(words.repeat(21) + header)).to.equal(why);
    expect(await failure(`${words}station_id,raw_text,\n${report}`)).to.equal(why);
  });

  it('has lines of a report and columns', async () => {
    const { rows, refused, ignored } = await parseMetarCache(
      [
        header,
        line('"KOUN 202153Z 17/14, A2961"'),
        line('KTIK 202153Z 17/14', '2026-05-20T21:53:00Z,-99.99,-99.99,'),
        line('KTIK 202153Z 17/14', '2026-05-20T21:53:00Z,,,'),
        line('KMIA 202153Z 17/14', '2026-05-20T21:53:00Z,35,-99.99,'),
        ' ',
        'KDSM 202153Z 17/14 and so on and on and on and on',
        line('KTIK 202154Z 17/14', '2026-05-20T21:54:00Z,-99.99,-98,'),
        line('KOUN "202153Z 17/14'),
        line('KOUN 202153Z 17/14', ',35.24,-97.44,'),
        line('KOUN 202153Z 17/14', '2026-05-20T21:53:00Z,35.24,x,'),
        line('KOUN 202153Z 17/14', '2026-05-20T21:53:00Z,,-97.44,'),
        line('KOUN 202153Z 17/14', '2026-05-20T21:53:00Z,35.24,,'),
        line('KOUN 202154Z 17/14', '2026-05-20T21:54:00Z,35.24,-97.44,9999'),
      ].join('\n'),
    );
    expect(rows.map(({ station, raw, lon, lat, elevationM }) => [station, raw, lon, lat, elevationM])).to.deep.equal([
      ['KOUN', 'KOUN 202153Z 17/14, A2961', -97.44, 35.24, 357],
      ['KMIA', 'KMIA 202153Z 17/14', -99.99, 35, null],
      ['KOUN', 'KOUN 202154Z 17/14', -97.44, 35.24, null],
    ]);
    expect(ignored).to.deep.equal({ 'no place': 4 });
    expect(refused).to.deep.equal([
      { what: 'KDSM 202153Z 17/14 and so on and on and ', why: 'expected a report and its columns, got "KDSM 202153Z 17/14 and so on and on and on and on"' },
      { what: 'KTIK 202154Z 17/14,KOUN,2026-05-20T21:54', why: 'a position is two numbers on the earth, got [-98,-99.99]' },
      { what: 'KOUN "202153Z 17/14,KOUN,2026-05-20T21:5', why: 'expected a report and its columns, got "KOUN \\"202153Z 17/14,KOUN,2026-05-20T21:53:00Z,35.24,-97.44,357.0"' },
      { what: 'KOUN 202153Z 17/14,KOUN,,35.24,-97.44,', why: 'expected observation_time as a time, got ""' },
      { what: 'KOUN 202153Z 17/14,KOUN,2026-05-20T21:53', why: 'expected longitude as a number, got "x"' },
    ]); // prettier-ignore
  });

  it('counts what is sent again', async () => {
    const text = [header, line('KOUN 202153Z 17/14'), line('KOUN 202153Z 18/14'), line('KTIK 202153Z 18/14')].join(
      '\n',
    );
    const { rows, ignored } = await parseMetarCache(text);
    expect(rows.map(({ station, temperatureC }) => [station, temperatureC])).to.deep.equal([['KOUN', 18], ['KTIK', 18]]); // prettier-ignore
    expect(ignored).to.deep.equal({ 'sent again': 1 });
  });
});
