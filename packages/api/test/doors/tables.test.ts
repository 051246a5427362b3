import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { hasTool } from '@severe/testing/tools';
import { expect } from 'chai';
import { tables } from '../../src/doors/tables/endpoints.ts';
import { featureTextsOf } from '../../src/doors/features-of.ts';
import type { TestService } from '../support/service.ts';
import { startStormService, stormValues } from '../support/storm-over-norman.ts';

/** Parameters without which a list has nothing, or an error. */
const needed: Record<string, string> = {
  '/alerts': 'active=false&limit=1000',
  '/zones': 'ids=OKC027',
  '/facilities': 'bbox=-98,35,-97,36',
};

/** A table as the CSV reader of Python has it. */
function read(csv: string): string[][] {
  const program =
    'import csv, io, json, sys; print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.read(), newline="")))))';
  return JSON.parse(
    execFileSync('python3', ['-c', program], { input: csv, encoding: 'utf8', maxBuffer: 1 << 26 }),
  ) as string[][];
}

describe('tables', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async function () {
    if (!hasTool('python3')) this.skip();
    service = await startStormService(() => stormValues());
    const headline = 'Quotes "so", commas,\nlines,{"type":"Feature",{\\"type\\":\\"Feature\\", and ÄÖ ⛈';
    await service.db.alerts.store([
      alertEvent({ eventKey: 'OUN.TO.W.9001.2026', headline }),
      alertEvent({ eventKey: 'OUN.FL.W.9002.2026', polygon: null, headline: null }),
    ]);
  });
  after(() => service?.close());

  for (const { path } of tables) {
    const list = path.replace('.csv', '');
    it(`${path} has the rows of ${list}, in columns that do not depend on them`, async () => {
      const query = needed[list] ?? '';
      const [asJson, asTable] = await Promise.all(
        [`/api/v1${list}?${query}`, `/api/v1${path}?${query}`].map((url) => service.ask(url)),
      );
      expect(asJson.status, asJson.body.toString().slice(0, 300)).to.equal(200);
      expect(asTable.status).to.equal(200);
      const { features } = asJson.json();
      expect(featureTextsOf(asJson.body.toString()).map((text) => JSON.parse(text))).to.deep.equal(features);
      const [names, ...rows] = read(asTable.body.toString());
      expect(new Set(names).size).to.equal(names.length);
      expect(rows).to.have.lengthOf(features.length);
      for (const [i, row] of rows.entries()) {
        expect(row).to.have.lengthOf(names.length);
        for (const [name, value] of Object.entries(
          features[i].properties as Record<string, string | number | boolean | object>,
        ))
          if (typeof value !== 'object') expect(row[names.indexOf(name)], name).to.equal(String(value));
      }
      expect(asTable.headers['cache-control']).to.equal(asJson.headers['cache-control']);
      expect(asTable.headers['last-modified']).to.equal(asJson.headers['last-modified']);
      expect(asTable.headers['content-type']).to.equal('text/csv; charset=utf-8; header=present');
      expect(asTable.headers.etag).to.be.a('string').and.not.equal(asJson.headers.etag);
    });
  }

  it('checks parameters as the list does, and leads to further pages of the table', async () => {
    const { status, json } = await service.ask('/api/v1/reports.csv?limit=0');
    expect([status, json().detail[0].loc]).to.deep.equal([422, ['query', 'limit']]);
    const { headers, body } = await service.ask('/api/v1/alerts.csv?active=false&limit=1');
    expect(body.toString().trimEnd().split('\r\n').at(0)).to.match(/^id,event,severity/);
    expect(headers.link).to.match(/\/api\/v1\/alerts\.csv\?limit=1&offset=1\S*active=false>; rel="next"$/);
  });

  it('writes objects and lists as columns that programs can read', async () => {
    const { body } = await service.ask('/api/v1/alerts.csv?event=Tornado%20Warning');
    const [names, ...rows] = read(body.toString());
    const row = rows.find((one) => one.at(-1) !== '')!;
    const cell = (name: string): string => row[names.indexOf(name)];
    expect(cell('affected_zones')).to.match(/^OK[CZ]\d{3}(;OK[CZ]\d{3})*$/);
    expect(cell('tags_pds')).to.match(/^(true|false)$/);
    expect(cell('wkt')).to.match(/^POLYGON \(\(-97\.\d+ 35\.\d+, /);
  });

  it('has geometries that GDAL reads as those of the list', async function () {
    if (!hasTool('ogr2ogr')) this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'severe-tables-'));
    try {
      for (const [path, options] of [
        ['alerts', ['-oo', 'GEOM_POSSIBLE_NAMES=wkt']],
        ['outlooks', ['-oo', 'GEOM_POSSIBLE_NAMES=wkt']],
        ['reports', ['-oo', 'X_POSSIBLE_NAMES=lon', '-oo', 'Y_POSSIBLE_NAMES=lat']],
      ] as const) {
        const file = join(folder, `${path}.csv`);
        await writeFile(file, (await service.ask(`/api/v1/${path}.csv`)).body);
        const read = execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', file, ...options, '-lco', 'COORDINATE_PRECISION=5'], { encoding: 'utf8' }); // prettier-ignore
        const { features } = (await service.ask(`/api/v1/${path}`)).json();
        expect(features).to.not.have.lengthOf(0);
        const geometries = (JSON.parse(read) as { features: { geometry: unknown }[] }).features.map(
          ({ geometry }) => geometry,
        );
        expect(geometries).to.deep.equal(features.map(({ geometry }: any) => geometry));
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
