import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { identityOf, isField, readFields, type FieldIdentity, type Grib2Field } from '@severe/grib2';
import { expect } from 'chai';
import { shared } from '@severe/testing/shared';
import { hasTool, requireTool, toolOutput } from '@severe/testing/tools';
import { isEccodesName, isGdalName, knownDifferences } from './support/oracle-names.ts';
import { unpackedFile } from './support/unpacked-file.ts';

const folders = ['data/raster/grib2', 'data/raster/grib2-derived', 'data/field-2026-11/raster'];
const isGrib = /\.(grib2?|grb2?|bin)(\.\d[\d-]*)?(\.(gz|xz))?$/;

const files = folders.flatMap((folder) => {
  const root = shared(folder);
  const names = root ? readdirSync(root).filter((name) => isGrib.test(name)) : [];
  return names.map((name) => ({ name, path: `${root}/${name}` }));
});

/** What a reader says of a field; what it does not say is undefined. */
interface Said {
  name?: string;
  units?: string;
  interval?: [start: number, end: number];
}

/** Units in one spelling: `kg m**-2 s**-1`, `kg/(m^2 s)` and `kg/m^2/s` are the same. */
function plainUnits(text: string): string {
  const parts = text.replace(/[()]/g, ' ').replace(/\*\*/g, '^').split('/');
  const factors = parts.flatMap((part, i) =>
    part
      .split(/[\s*]+/)
      .filter((factor) => factor !== '' && factor !== '1')
      .map((factor) => {
        const [, unit, power = '1'] = /^(.*?)(?:\^(-?\d+))?$/.exec(factor)!;
        return `${unit}^${(i === 0 ? 1 : -1) * Number(power)}`;
      }),
  );
  return factors.sort().join(' ');
}

/** Spellings of the same unit, after `plainUnits`. */
const sameUnits: Record<string, string> = {
  [plainUnits('J/kg')]: plainUnits('m^2/s^2'),
  [plainUnits('Degree true')]: plainUnits('deg'),
  [plainUnits('deg true')]: plainUnits('deg'),
  [plainUnits('PPB')]: plainUnits('ppb'),
  [plainUnits('-')]: '',
  [plainUnits('Numeric')]: '',
  [plainUnits('C')]: plainUnits('K'), // GDAL converts temperatures
};

function sameSpelling(units: string): string {
  const plain = /0=|code table/i.test(units) ? '' : plainUnits(units); // a list of codes is no unit
  return sameUnits[plain] ?? plain;
}

function fromEccodes(test: Mocha.Context, path: string): Said[] {
  const lines = (keys: string) =>
    toolOutput(test, 'grib_get', ['-f', '-s', 'stepUnits=s', '-p', keys, '-F', '%s', path])
      .trim()
      .split('\n')
      .map((line) => line.trim());
  const [units, stepTypes] = [lines('units'), lines('stepType')];
  return lines('shortName,dataDate,dataTime,second,startStep,endStep').map((line, i): Said => {
    const [name, date, time, second, start, end] = line.split(' ');
    const hours = [time.padStart(4, '0').slice(0, 2), time.padStart(4, '0').slice(2), second.padStart(2, '0')].join(
      ':',
    );
    const reference = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hours}Z`);
    const interval: Said['interval'] = [reference + Number(start) * 1000, reference + Number(end) * 1000];
    const isInterval = stepTypes[i] !== 'instant' && interval.every(isTime);
    return {
      name: isSaid(name) ? name : undefined,
      units: isSaid(units[i]) ? units[i] : undefined,
      interval: isInterval ? interval : undefined,
    };
  });
}

const isTime = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime());
const isSaid = (word: string): boolean => !['unknown', '~', 'not_found', '[-]', ''].includes(word);

function fromGdal(test: Mocha.Context, path: string): Said[] {
  const text = toolOutput(test, 'gdalinfo', ['-json', path]);
  const { bands } = JSON.parse(text.slice(text.indexOf('{'))) as {
    // warnings may come first
    bands: { metadata: { '': Record<string, string> } }[];
  };
  return bands.map(({ metadata: { '': about } }) => ({
    name: isSaid(about['GRIB_ELEMENT']) ? about['GRIB_ELEMENT'] : undefined,
    units: isSaid(about['GRIB_UNIT']) ? about['GRIB_UNIT'].slice(1, -1) : undefined,
  }));
}

type Own = FieldIdentity & { id: string };

/** What differs between a reader and us, as text. */
function differences(own: Own, said: Said, isName: (name: string, ours: string) => boolean): string[] {
  const found: string[] = [];
  if (said.name !== undefined && !isName(said.name, own.id)) found.push(`name ${said.name}`);
  if (said.units !== undefined && sameSpelling(said.units) !== sameSpelling(own.units ?? '')) {
    found.push(`units ${said.units}`);
  }
  if (said.interval && own.interval !== undefined) {
    const [from, until] = [own.interval?.from.getTime(), own.interval?.until.getTime()];
    if (from !== said.interval[0] || until !== said.interval[1]) {
      found.push(`interval ${said.interval.map((at) => new Date(at).toISOString()).join('/')}`);
    }
  }
  return found;
}

/** Runs a reader; undefined if it cannot read the file. */
function unlessFailing<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error && 'status' in error) return undefined;
    throw error;
  }
}

describe('names, units and intervals of real files agree with other readers', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(`${tmpdir()}/grib2-identity-`);
  after(() => rmSync(folder, { recursive: true }));
  if (files.length === 0) it('is not shown here: the real files are not beside this checkout');

  for (const { name, path } of files) {
    it(name, function () {
      requireTool(this, 'grib_get', 'libeccodes-tools');
      requireTool(this, 'gdalinfo', 'gdal-bin');
      if (name.endsWith('.xz') && !hasTool('xz')) this.skip();
      const bytes = unpackedFile(path);
      const plain = `${folder}/field.grib2`;
      writeFileSync(plain, bytes);
      const fields = readFields(bytes).filter(isField);
      const readers: [name: string, said: Said[] | undefined, isName: typeof isGdalName][] = [
        ['ecCodes', unlessFailing(() => fromEccodes(this, plain)), isEccodesName],
        ['GDAL', unlessFailing(() => fromGdal(this, plain)), isGdalName],
      ];
      if (readers.every(([, said]) => said?.length !== fields.length)) this.skip();
      const found = readers.flatMap(([reader, said, isName]) => {
        if (said?.length !== fields.length) return []; // it has no such template or packing
        const texts = fields.flatMap((field, i) => differences(ownOf(field), said[i], isName));
        return [...new Set(texts)].map((text) => `${reader}: ${text}`);
      });
      expect(found).to.have.members(knownDifferences[name]?.map(([text]) => text) ?? []);
    });
  }
});

function ownOf(field: Grib2Field): Own {
  return { ...identityOf(field), id: field.parameter.id };
}
