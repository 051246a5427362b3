import { DataError } from '@severe/base';
import { neededNumber, neededText, numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, newestOf, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload, readText } from '../../parse/payload.ts';

/** A site of any kind. */
interface SiteRow {
  usgsId: string;
  name: string | null;
  stateFips: string | null;
  /** `ST` stream, `LK` lake, `GW` well … */
  kind: string | null;
  lon: number;
  lat: number;
}

const header = /^agency_cd\tsite_no\t/m;

/** Whether a text is a table of the site service (`format=rdb`). Comments above the header can be long. */
export function isUsgsTable(text: string): boolean {
  return header.test(text);
}

/**
 * Parses the tables of `waterservices.usgs.gov/nwis/site`: comments, names of columns, their widths, and one line per site,
 * separated by tabs. A table of series (`seriesCatalogOutput`) has several lines per site. Several tables may follow each
 * other.
 *
 * @throws {DataError} `rdb` without a header with the columns of a site
 */
export function parseUsgsTable(payload: Payload): Parsed<SiteRow> {
  const lines = readText(payload)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  let names: string[] = [];
  const rows = lines.flatMap((line, i) => {
    if (line.startsWith('agency_cd\t')) names = line.split('\t');
    const isData = names.length > 0 && !line.startsWith('agency_cd\t') && !lines[i - 1]?.startsWith('agency_cd\t');
    return isData ? [{ line, names }] : [];
  });
  const missing = ['site_no', 'dec_lat_va', 'dec_long_va'].filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new DataError('rdb', `expected columns ${missing.join(', ')}, got ${excerpt(lines[0] ?? '', 60)}`);
  }
  const parsed = collect(
    rows,
    ({ line }) => line.split('\t', 2).join(' '),
    ({ line, names: columns }) => readSite(line, columns),
  );
  return newestOf(
    parsed,
    ({ usgsId }) => usgsId,
    () => false,
    'another series',
  );
}

function readSite(line: string, names: string[]): SiteRow | Ignored {
  const values = line.split('\t');
  const column = (name: string): string | undefined => values[names.indexOf(name)];
  if (textOf(column('agency_cd')) !== 'USGS') return new Ignored('of another agency');
  const [lon, lat] = [numberOf(column('dec_long_va')), numberOf(column('dec_lat_va'))];
  if (lon === null && lat === null) return new Ignored('no position');
  return {
    usgsId: neededText(column('site_no'), 'site_no'),
    name: textOf(column('station_nm')),
    stateFips: textOf(column('state_cd')),
    kind: textOf(column('site_tp_cd')),
    ...placeOf([neededNumber(lon, 'dec_long_va'), neededNumber(lat, 'dec_lat_va')]),
  };
}
