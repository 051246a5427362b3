import { DataError } from '@severe/base';
import type { GoesBand, RasterProduct } from '@severe/catalogue';

/** The value of a product is `value * scale + offset` of the file. */
export interface Conversion {
  scale?: number;
  offset?: number;
}

/** Spellings of units in GeoTIFF files, after `plain`; those of a line mean the same. */
const spellings: string[][] = [
  ['degc', 'c', '°c', 'celsius'],
  ['k', 'kelvin'],
  ['degf', 'f', '°f', 'fahrenheit'],
  ['dbz', 'db'],
  ['mm', 'kg/m2', 'kgm-2'], // of water
  ['in', 'inch', 'inches'],
  ['m', 'gpm', 'metre', 'meter', 'metres', 'meters'],
  ['km', 'kmmsl', 'kmagl'],
  ['ft', 'feet'],
  ['kft'],
  ['m/s', 'ms-1'],
  ['kt', 'kts', 'knot', 'knots'],
  ['j/kg', 'm2/s2', 'jkg-1', 'm2s-2'],
  ['pa'],
  ['hpa', 'mb'],
  ['%', 'percent'],
  ['deg', 'degree', 'degrees', 'degtrue', 'degreetrue'],
  ['0.001/s'],
];

const plain = (units: string): string => units.toLowerCase().replace(/[[\]()\s^*]/g, '');

/** The first spelling of a unit; undefined if it is not known. */
function unitNamed(units: string | null | undefined): string | undefined {
  return units ? spellings.find((line) => line.includes(plain(units)))?.[0] : undefined;
}

/**
 * How the values of a GeoTIFF become those of a product. A file that does not tell its units has the provider's. Values that
 * are in the product's units already are not converted, such as those of a file of ours.
 *
 * @param units     of the file
 * @param anyValues whether they may be of another quantity
 * @throws {DataError} `wrong-records` for units of another quantity
 */
export function conversionOf(units: string | undefined, product: RasterProduct, anyValues: boolean): Conversion {
  const { source } = product;
  const conversion: Conversion & { fileUnits?: string } =
    source.feed === 'goes' ? (source.make as GoesBand) : source.feed === 'model' ? source : {}; // composites have none
  const { fileUnits } = conversion;
  const found = unitNamed(units);
  if (found !== undefined && found === unitNamed(product.units)) return {};
  if (found === undefined || anyValues || found === unitNamed(fileUnits)) return conversion;
  const needed = [product.units, fileUnits].filter(Boolean).join(' or ');
  throw new DataError('wrong-records', `the file holds values in ${units}; ${product.id} in ${needed} needed`);
}
