import { readFileSync } from 'node:fs';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { withHundredsOf } from '../../../src/feeds/observations/metar/pressure.ts';
import { parseMetar, parseMetars } from '../../../src/feeds/observations/parse-metar.ts';
import { readNwsObservations } from '../../../src/feeds/observations/read-nws.ts';
import type { ObservationRow } from '../../../src/feeds/observations/row.ts';

const near = new Date('2026-11-25T16:00Z');
const pressure = (groups: string) => (parseMetar(`KSUX 251552Z ${groups}`, near) as ObservationRow).pressureHpa;

/** A number that ends in these digits, written with all of them. */
const digits = (value: number, count: number): string => String(Math.round(value) % 10 ** count).padStart(count, '0');

describe('observations/metar, pressure at sea level', () => {
  it('has the hundreds that are nearest to the altimeter setting', () => {
    const examples: [altimeter: string, code: string, expected: number][] = [
      ['A3091', '500', 1050],
      ['A3091', '499', 1049.9],
      ['A3091', '650', 1065],
      ['A3180', '786', 1078.6], // Northway, 31 January 1989
      ['A2992', '999', 999.9],
      ['A2992', '000', 1000],
      ['A2835', '500', 950],
      ['A2835', '499', 949.9],
      ['A2720', '200', 920],
      ['A2585', '700', 870],
      ['Q1047', '500', 1050],
      ['Q0955', '500', 950],
      ['Q1000', '499', 1049.9],
      ['Q1000', '500', 1050],
      ['Q1000', '501', 950.1],
    ];
    for (const [altimeter, code, expected] of examples)
      expect(pressure(`10SM CLR M21/M24 ${altimeter} RMK AO2 SLP${code}`), `${altimeter} SLP${code}`).to.equal(
        expected,
      );
  });

  it('is right wherever it differs from the altimeter setting by less than 50 hPa', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8700, max: 10990 }), // tenths of hPa
        fc.integer({ min: -490, max: 490 }),
        fc.boolean(),
        (tenths, difference, inInches) => {
          const altimeterHpa = Math.min(1095, Math.max(845, (tenths + difference) / 10));
          const altimeter = inInches
            ? `A${digits((altimeterHpa / 33.8638866667) * 100, 4)}`
            : `Q${digits(altimeterHpa, 4)}`;
          expect(pressure(`${altimeter} RMK SLP${digits(tenths, 3)}`)).to.equal(tenths / 10);
        },
      ),
    );
  });

  it('is the nearest to the standard pressure without an altimeter setting', () => {
    for (const [code, expected] of [['632', 1063.2], ['633', 963.3], ['500', 1050], ['000', 1000]] as const) {
      expect(pressure(`CLR M21/M24 RMK SLP${code}`), code).to.equal(expected);
      expect(pressure(`CLR A//// Q9999 A9999 RMK SLP${code}`), code).to.equal(expected);
    } // prettier-ignore
  });

  it('is below 1050 hPa in air above freezing without an altimeter setting', () => {
    for (const [code, expected] of [['499', 1049.9], ['500', 950], ['632', 963.2], ['999', 999.9]] as const)
      expect(pressure(`CLR 27/25 RMK SLP${code}`), code).to.equal(expected);
    expect(pressure('CLR 00/M01 RMK SLP500 T00001005')).to.equal(1050);
    expect(pressure('CLR 00/M01 RMK SLP500 T00011005')).to.equal(950);
  }); // prettier-ignore

  it('is no impossible altimeter setting', () => {
    for (const [altimeter, expected] of [['A2363', 800.2], ['A2362', null], ['A3307', 1119.88], ['A3308', null], ['Q0800', 800], ['Q0799', null], ['Q1120', 1120], ['Q1121', null]] as const) {
      const hpa = pressure(`CLR ${altimeter}`);
      expect(hpa === null ? null : Math.round(hpa * 100) / 100, altimeter).to.equal(expected);
    } // prettier-ignore
  });

  it('of a real report is 1050.0 hPa', function () {
    const file = sharedFile(this, 'data/field-2026-11/observations/3-slp-above-1050/obs.txt');
    const { rows } = parseMetars(readFileSync(file), near);
    expect(rows.map(({ station, pressureHpa, weather }) => [station, pressureHpa, weather])).to.deep.equal([
      ['KSUX', 1050, null],
      ['CYQH', 29.92 * 33.8638866667, null],
    ]);
  });
});

describe('observations/metar, pressure beside the original report', () => {
  const report = 'KSUX 251552Z 31013KT 10SM CLR M21/M24 A3091 RMK AO2 SLP500 T12011244';

  it('has the hundreds of the report, if its digits are the same', () => {
    expect([950, 1050, 850].map((hpa) => withHundredsOf(report, hpa))).to.deep.equal([1050, 1050, 1050]);
    expect([950.1, 1013.2, null].map((hpa) => withHundredsOf(report, hpa))).to.deep.equal([950.1, 1013.2, null]);
  });

  it('is as decoded without a report or its group', () => {
    for (const other of [null, '', 'KSUX 251552Z CLR A3091', 'KSUX 251552Z CLR A3091 RMK SLPNO'])
      expect(withHundredsOf(other, 950), String(other)).to.equal(950);
  });
});

describe('observations, the file of all METARs of 2026', () => {
  it('has two reports of the country with a position, and one without', async function () {
    const file = sharedFile(this, 'data/field-2026-11/observations/metars.cache.2026.csv');
    const { rows, refused, ignored } = await readNwsObservations(readFileSync(file, 'utf8'), near);
    expect(rows.map(({ station, at, pressureHpa, lon, elevationM }) => [station, at.toISOString(), pressureHpa, lon, elevationM])).to.deep.equal([
      ['KDEN', '2026-11-25T18:53:00.000Z', 1015.2, -104.6562, 1656],
      ['PHNL', '2026-11-25T18:53:00.000Z', 30 * 33.8638866667, -157.924, 2],
    ]); // prettier-ignore
    expect(refused).to.deep.equal([]);
    expect(ignored).to.deep.equal({ 'no place': 1 });
  });
});
