import { identityOf } from '@severe/grib2';
import {
  hrrrOrigin,
  mrmsOrigin,
  type DerivationInput,
  type Identification,
  type ProductInput,
} from '@severe/grib2/write';
import { expect } from 'chai';
import { messageOf, onlyField, patched } from './support.ts';

const referenceAt = new Date('2026-05-20T22:00:00Z');
const ncep: Identification = { ...hrrrOrigin, referenceAt };
const temperature: ProductInput = { category: 0, number: 0, surface: { type: 103, value: 2 } };
const rain: ProductInput = { category: 1, number: 8, surface: { type: 1 } };
const lastHour = { statistic: 1, endsAt: new Date('2026-05-20T23:00:00Z'), length: { unit: 1, value: 1 } };
const interval = { from: referenceAt, until: lastHour.endsAt };

const identityIn = (bytes: Uint8Array) => identityOf(onlyField(bytes));
const identity = (product: ProductInput, identification = ncep) => identityIn(messageOf({ identification, product }));
const derived = (derivation: DerivationInput, product = temperature) => identity({ ...product, derivation });

describe('identity of a field', () => {
  it('of a plain field is its quantity and process', () => {
    expect(identity(temperature)).to.deep.equal({ name: 'TMP', units: 'K', process: 'forecast' });
    const mosaic = { category: 10, number: 0, process: 8, surface: { type: 102, value: 500 } };
    expect(identity(mosaic, { ...mrmsOrigin, referenceAt })).to.deep.equal({
      name: 'MergedReflectivityQCComposite',
      units: 'dBZ',
      process: 'observation',
    });
  });

  it('has no process if it is missing, and its number if it is unknown', () => {
    expect(identity({ ...temperature, process: 255 })).not.to.have.property('process');
    expect(identity({ ...temperature, process: 77 }).process).to.equal('process 77');
    expect(identity({ ...temperature, process: 193 }).process).to.equal('probability-matched mean');
    expect(identity({ ...temperature, process: 193 }, { ...ncep, centre: 98 }).process).to.equal('process 193');
  });

  it('has the statistic and its interval', () => {
    const about = { name: 'APCP', units: 'kg/m^2', process: 'forecast', interval };
    expect(identity({ ...rain, over: lastHour })).to.deep.equal({ ...about, statistic: 'sum' });
    const odd = patched(messageOf({ identification: ncep, product: { ...rain, over: lastHour } }), 4, 35, 0xff, 0xff);
    expect(identityIn(odd)).to.deep.include({ statistic: 'sum', interval: null });
    const unknown = patched(messageOf({ identification: ncep, product: { ...rain, over: lastHour } }), 4, 42, 0);
    expect(identityIn(unknown)).to.deep.include({ statistic: 'unknown', interval: null });
  });

  for (const [statistic, word, name, units] of [
    [0, 'mean', 'TMP', 'K'],
    [2, 'maximum', 'TMP', 'K'],
    [3, 'minimum', 'TMP', 'K'],
    [4, 'difference', 'TMP, difference', 'K'],
    [6, 'standard deviation', 'TMP, standard deviation', 'K'],
    [7, 'covariance', 'TMP, covariance', 'K^2'],
    [9, 'ratio', 'TMP, ratio', ''],
    [57, 'statistic 57', 'TMP, statistic 57', 'K'],
    [255, 'unknown', 'TMP', 'K'],
  ] as const) {
    it(`calls statistic ${statistic} of table 4.10 ${word}`, () => {
      const found = identity({ ...temperature, over: { ...lastHour, statistic } });
      expect(found).to.include({ statistic: word, name, units });
    });
  }

  it('has the units of the amount for the sum of a rate', () => {
    const rate: ProductInput = { category: 1, number: 7, surface: { type: 1 }, over: lastHour };
    expect(identity(rate)).to.include({ name: 'PRATE', units: 'kg/m^2' });
    expect(identity({ ...rate, over: { ...lastHour, statistic: 0 } }).units).to.equal('kg/m^2/s');
  });

  const freezing = { value: 273.15, decimals: 2 };
  for (const [type, name, probability] of [
    [0, 'below 273.15 K', { event: 'below', lower: 273.15 }],
    [1, 'above 300 K', { event: 'above', upper: 300 }],
    [2, 'from 273.15 K to 300 K', { event: 'between', lower: 273.15, upper: 300 }],
    [3, 'above 273.15 K', { event: 'above', lower: 273.15 }],
    [4, 'below 300 K', { event: 'below', upper: 300 }],
    [5, 'equal to 273.15 K', { event: 'equal', lower: 273.15 }],
    [6, 'in the above normal category', { event: 'above normal' }],
    [7, 'in the near normal category', { event: 'near normal' }],
    [8, 'in the below normal category', { event: 'below normal' }],
    [9, 'being true', { event: 'true' }],
    [99, 'of type 99', { event: 'unknown', lower: 273.15, upper: 300 }],
    [255, 'for an unknown event', { event: 'unknown', lower: 273.15, upper: 300 }],
  ] as const) {
    it(`names the event and threshold of probability ${type} of table 4.9, in percent`, () => {
      expect(derived({ kind: 'probability', type, lower: freezing, upper: { value: 300 } })).to.deep.equal({
        name: `Probability of TMP ${name}`,
        units: '%',
        process: 'forecast',
        probability: { ...probability, units: 'K' },
      });
    });
  }

  it('says that the limit of a probability is missing', () => {
    const { name, probability } = derived({ kind: 'probability', type: 0 });
    expect([name, probability]).to.deep.equal([
      'Probability of TMP below an unknown limit',
      { event: 'below', units: 'K' },
    ]);
  });

  it('of a probability has the interval in which the event may be', () => {
    expect(derived({ kind: 'probability', type: 1, upper: { value: 25 } }, { ...rain, over: lastHour })).to.deep.equal({
      name: 'Probability of APCP above 25 kg/m^2',
      units: '%',
      process: 'forecast',
      statistic: 'sum',
      interval,
      probability: { event: 'above', upper: 25, units: 'kg/m^2' },
    });
  });

  it('has the limits of a probability in the units of the sum', () => {
    const rate: ProductInput = { category: 1, number: 52, surface: { type: 1 }, over: lastHour };
    const found = derived({ kind: 'probability', type: 1, upper: { value: 25 } }, rate);
    expect(found.name).to.equal('Probability of TPRATE above 25 kg/m^2');
    expect(found.probability?.units).to.equal('kg/m^2');
  });

  it('says which percentile or quantile it is', () => {
    const percentile = derived({ kind: 'percentile', percentile: 90 });
    expect(percentile).to.include({ name: 'TMP, percentile 90', units: 'K', percentile: 90 });
    expect(derived({ kind: 'percentile', percentile: 10 }, { ...rain, over: lastHour })).to.deep.include({
      name: 'APCP, percentile 10',
      statistic: 'sum',
      interval,
    });
    expect(derived({ kind: 'quantile', quantile: 3, of: 4 }).name).to.equal('TMP, quantile 3 of 4');
  });

  it('says which member of an ensemble it is', () => {
    const found = derived({ kind: 'member', type: 3, member: 7, members: 20 });
    expect(found).to.deep.include({
      name: 'TMP',
      units: 'K',
      ensemble: { type: 'positively perturbed', member: 7, members: 20 },
    });
    expect(derived({ kind: 'member', type: 255, member: 255, members: 255 }).ensemble).to.deep.equal({
      type: 'member',
    });
  });

  for (const [type, name, units, centre = 7] of [
    [0, 'TMP, ensemble mean', 'K'],
    [2, 'TMP, standard deviation of the cluster', 'K'],
    [3, 'TMP, normalised standard deviation of the cluster', ''],
    [4, 'TMP, ensemble spread', 'K'],
    [9, 'TMP, ensemble maximum', 'K'],
    [10, 'TMP, ensemble variance', 'K^2'],
    [195, 'TMP, percentile 90', 'K'],
    [195, 'TMP, derived forecast 195', 'K', 98],
    [255, 'TMP, derived from an ensemble', 'K'],
  ] as const) {
    it(`says what of an ensemble it is: ${type} of table 4.7 of centre ${centre}`, () => {
      const product = { ...temperature, derivation: { kind: 'derived', type, members: 9 } as const };
      expect(identity(product, { ...ncep, centre })).to.include({ name, units });
    });
  }

  it('says that it is an error, or a statistic over an area', () => {
    expect(derived({ kind: 'error' }).name).to.equal('TMP, error');
    expect(derived({ kind: 'area-statistic', type: 2 }).name).to.equal('TMP, maximum of an area');
  });

  it('says of which template it is if its parts are not read', () => {
    const bytes = patched(messageOf({ identification: ncep, product: temperature }), 4, 8, 0, 105);
    expect(identityIn(bytes).name).to.equal('TMP of template 4.105');
  });
});
