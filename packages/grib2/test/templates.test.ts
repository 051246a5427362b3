import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Derivation } from '@severe/grib2';
import { hrrrOrigin } from '@severe/grib2/write';
import { expect } from 'chai';
import { toolOutput } from '@severe/testing/tools';
import { messageOf, onlyField } from './support.ts';

const referenceAt = new Date('2026-05-20T22:00:00Z');
const startsAt = new Date('2026-05-21T04:00:00Z');
const endsAt = new Date('2026-05-21T10:00:00Z');

/** A group of keys of ecCodes, each with a number that no other octet has. */
type Keys = Record<string, number>;

const common: Keys = { typeOfGeneratingProcess: 5, forecastTime: 6 };
const member: Keys = { typeOfEnsembleForecast: 3, perturbationNumber: 71, numberOfForecastsInEnsemble: 83 };
const derived: Keys = { derivedForecast: 4, numberOfForecastsInEnsemble: 83 };
const probability: Keys = {
  probabilityType: 2,
  scaleFactorOfLowerLimit: 1,
  scaledValueOfLowerLimit: -15,
  scaleFactorOfUpperLimit: 2,
  scaledValueOfUpperLimit: 275,
};
const percentile: Keys = { percentileValue: 33 };
const quantile: Keys = { totalNumberOfQuantiles: 1000, quantileValue: 400 };
const area: Keys = { statisticalProcess: 9 };
const bands: Keys = { numberOfContributingSpectralBands: 3 };
const constituent: Keys = { constituentType: 62_001 };
const span: Keys = {
  yearOfEndOfOverallTimeInterval: 2026,
  monthOfEndOfOverallTimeInterval: 5,
  dayOfEndOfOverallTimeInterval: 21,
  hourOfEndOfOverallTimeInterval: 10,
  minuteOfEndOfOverallTimeInterval: 0,
  secondOfEndOfOverallTimeInterval: 0,
  typeOfStatisticalProcessing: 3,
  indicatorOfUnitForTimeRange: 1,
  lengthOfTimeRange: 6,
};

const meanings = new Map<Keys, Derivation>([
  [member, { kind: 'member', type: 3, member: 71, members: 83 }],
  [derived, { kind: 'derived', type: 4, members: 83 }],
  [probability, { kind: 'probability', type: 2, lower: -1.5, upper: 2.75 }],
  [percentile, { kind: 'percentile', percentile: 33 }],
  [quantile, { kind: 'quantile', of: 1000, quantile: 400 }],
  [area, { kind: 'area-statistic', type: 9 }],
]);

/** Templates of ecCodes and the groups of keys that they have. */
const templates: [template: number, ...groups: Keys[]][] = [
  [0],
  [1, member],
  [2, derived],
  [3, derived],
  [4, derived],
  [5, probability],
  [6, percentile],
  [8, span],
  [9, probability, span],
  [10, percentile, span],
  [11, member, span],
  [12, derived, span],
  [13, derived, span],
  [14, derived, span],
  [15, area],
  [32, bands],
  [33, bands, member],
  [34, bands, member, span],
  [40, constituent],
  [41, constituent, member],
  [42, constituent, span],
  [43, constituent, member, span],
  [45, constituent, member],
  [46, constituent, span],
  [47, constituent, member, span],
  [48, constituent],
  [49, constituent, member],
  [55],
  [59, member],
  [60, member],
  [61, member, span],
  [70],
  [71, member],
  [72, span],
  [73, member, span],
  [76, constituent],
  [77, constituent, member],
  [78, constituent, span],
  [79, constituent, member, span],
  [80, constituent],
  [81, constituent, member],
  [82, constituent, span],
  [83, constituent, member, span],
  [84, constituent, member, span],
  [85, constituent, member, span],
  [86, quantile],
  [87, quantile, span],
  [1000],
  [1001, span],
  [1100],
];

describe('product templates as ecCodes writes them', () => {
  const folder = mkdtempSync(`${tmpdir()}/grib2-templates-`);
  const [plain, made] = ['plain', 'made'].map((name) => `${folder}/${name}.grib2`);
  before(() => {
    const product = { category: 0, number: 0, surface: { type: 103, value: 2 } };
    writeFileSync(plain, messageOf({ identification: { ...hrrrOrigin, referenceAt }, product }));
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [template, ...groups] of templates) {
    it(`4.${template} has its process, times, statistic and derivation`, function () {
      const keys = Object.entries({
        productDefinitionTemplateNumber: template,
        ...Object.assign({}, common, ...groups),
      });
      toolOutput(this, 'grib_set', ['-s', keys.map(([key, value]) => `${key}=${String(value)}`).join(), plain, made]);
      const { product } = onlyField(readFileSync(made));
      const derivation = groups.map((group) => meanings.get(group)).find((meaning) => meaning) ?? { kind: 'plain' };
      expect(product).to.deep.include({ template: `4.${template}`, process: 5, forecastSeconds: 6 * 3600, derivation });
      const isSpan = groups.includes(span);
      expect(product.over).to.deep.equal(
        isSpan ? { types: [3], interval: { from: startsAt, until: endsAt } } : undefined,
      );
      expect(product.validAt).to.deep.equal(isSpan ? endsAt : startsAt);
      expect(product.constituent).to.equal(groups.includes(constituent) ? 62_001 : undefined);
    });
  }
});
