import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createAjv, responseProblems } from '@severe/http';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { observation } from '@severe/db/testing/rows/observation';
import { report } from '@severe/db/testing/rows/report';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { hasTool } from '@severe/testing/tools';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { ogc } from '../../src/doors/ogc/endpoints.ts';
import { featureCollections } from '../../src/doors/ogc/feature-collections.ts';
import { startTestApi, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const base = '/api/v1/ogc';
const relations = 'http://www.opengis.net/def/rel/ogc/1.0';

interface Link {
  rel: string;
  href: string;
  type: string;
}

const linkOf = ({ links }: { links: Link[] }, rel: string): Link | undefined => links.find((link) => link.rel === rel);

describe('OGC API', function () {
  this.timeout(60_000);
  const publicUrl = 'https://wx.example.org';
  let address = publicUrl;
  let service: TestService;
  before(async () => {
    service = await startTestApi(() => ({ publicUrl: () => address, urlVaries: true }));
    await storeStormDay(service.db);
  });
  after(() => service?.close());

  /** The response to a path below the landing page, or to a link. */
  const ask = async (path: string, status = 200): Promise<any> => {
    const answer = await service.ask(path.startsWith('https://') ? path.slice(publicUrl.length) : base + path);
    expect(answer.status, `${path}: ${answer.body.toString().slice(0, 200)}`).to.equal(status);
    const { body } = answer;
    return body.length > 0 ? answer.json() : undefined;
  };
  const checked = async (path: string, of: string): Promise<any> => {
    const body = await ask(path);
    const endpoint = ogc.find((each) => each.path === `/ogc${of}`)!;
    expect(responseProblems(endpoint, body), path).to.deep.equal([]);
    return body;
  };

  describe('Common and the definition', () => {
    it('/req/core/root-success: the landing page leads to the definition, conformance and collections', async () => {
      const landing = await checked('', '');
      for (const rel of ['self', 'service-desc', 'service-doc', 'conformance', 'data', `${relations}/tiling-schemes`])
        expect(linkOf(landing, rel), rel).to.include.keys('href', 'type');
      expect(landing.title, 'simulated weather says so').to.contain('simulated');
      for (const rel of ['self', 'conformance', 'data', 'service-desc'] as const) await ask(linkOf(landing, rel)!.href);
    });

    it('/req/core/conformance-success: lists its classes', async () => {
      const { conformsTo } = await checked('/conformance', '/conformance');
      const cores = ['common-1/1.0', 'features-1/1.0', 'tiles-1/1.0', 'edr-1/1.1'];
      expect(conformsTo).to.include.members(cores.map((of) => `http://www.opengis.net/spec/ogcapi-${of}/conf/core`));
      expect(new Set(conformsTo).size).to.equal(conformsTo.length);
    });

    it('/req/oas30: has a valid definition in OpenAPI 3.0 with every path of the API', async () => {
      const { headers, json } = await service.ask(`${base}/api`);
      expect(headers['content-type']).to.equal('application/vnd.oai.openapi+json;version=3.0');
      const document = json();
      expect(document.openapi).to.equal('3.0.3');
      const validator = new Validator();
      expect((await validator.validate(structuredClone(document))).errors ?? []).to.deep.equal([]);
      expect(document.servers).to.deep.equal([{ url: 'https://wx.example.org/api/v1/ogc' }]);
      expect(Object.keys(document.paths)).to.include.members(ogc.map(({ path }) => path.slice('/ogc'.length) || '/'));
      expect(JSON.stringify(document)).to.not.match(/"type":\[|"examples":\[/);
      const { parameters } = document.paths['/collections/alerts/items'].get;
      const parameter = (name: string) => parameters.find((each: { name: string }) => each.name === name);
      expect(parameter('bbox')).to.deep.include({ in: 'query', style: 'form', explode: false });
      expect(parameter('bbox').schema).to.deep.include({ type: 'array', minItems: 4, maxItems: 6 });
      expect(parameter('datetime')).to.deep.include({ in: 'query', style: 'form', explode: false, required: false });
      expect(parameter('limit').schema).to.include({ type: 'integer', minimum: 1, default: 100 });
    });

    it('is left out of the document of the whole API, which would be twice as long', async () => {
      const { json } = await service.ask('/api/v1/openapi.json');
      expect(Object.keys(json().paths).filter((path) => path.startsWith('/ogc'))).to.deep.equal([]);
    });

    it('/req/core/query-param-unknown and -invalid: refuses them with a 400', async () => {
      for (const path of ['', '/conformance', '/collections', '/collections/alerts', '/collections/alerts/items'])
        expect((await ask(`${path}?my-org-param=1`, 400)).detail[0].loc, path).to.deep.equal(['query', 'my-org-param']);
      for (const query of [
        'limit=0',
        'limit=x',
        'bbox=1,2,3',
        'datetime=now',
        'datetime=2026-05-21/2026-05-20',
        'state=XX',
        'start=2026-05-20',
        'as_of=2026-05-20',
        'Limit=1',
        'limit=1&limit=2',
        'datetime=../..',
      ])
        // prettier-ignore
        await ask(`/collections/alerts/items?${query}`, 400);
      await ask('/collections/outlooks/items?type=hail&outlook_type=wind', 400);
      await ask('/collections/none', 404);
      await ask('/collections/none/items', 404);
    });
  });

  describe('Features', () => {
    it('/req/core/fc-md-success: describes its collections, each with its items and their schema', async () => {
      const { collections, links } = await checked('/collections', '/collections');
      expect(linkOf({ links }, 'self')!.type).to.equal('application/json');
      const ids = collections.map(({ id }: { id: string }) => id);
      expect(ids).to.include.members(featureCollections.map(({ id }) => id));
      expect(new Set(ids).size).to.equal(ids.length);
      for (const collection of collections) {
        expect(await checked(`/collections/${collection.id}`, '/collections/{collectionId}')).to.deep.equal(collection);
        const [west, south, east, north] = collection.extent.spatial.bbox[0];
        expect([west < east, south < north], collection.id).to.deep.equal([true, true]);
        if (collection.itemType === 'feature')
          expect(linkOf(collection, 'items')!.type, collection.id).to.equal('application/geo+json');
      }
    });

    for (const { id, list } of featureCollections) {
      it(`/req/core/fc-response: /collections/${id}/items has the features of ${list.path}, and each by its id`, async () => {
        const body = await checked(`/collections/${id}/items`, `/collections/${id}/items`);
        expect(body).to.include({ type: 'FeatureCollection', numberReturned: body.features.length });
        expect(body).to.not.have.property('timeStamp');
        for (const link of body.links) expect(link).to.include.keys('rel', 'type', 'href');
        expect(await ask(linkOf(body, 'self')!.href)).to.deep.equal(body);
        const query = ['observations', 'soundings'].includes(id) ? '?latest=true' : '';
        const native = (await service.ask(`/api/v1${list.path}${query}`)).json();
        expect(body.features).to.deep.equal(native.features);
        if (id === 'storm-cells') return; // the day has none: the frames of the tests are not tracked
        expect(body.features, 'the day has one of each').to.not.have.lengthOf(0);
        for (const feature of body.features) {
          const path = `/collections/${id}/items/${encodeURIComponent(feature.id)}`;
          const { links, ...one } = await ask(path);
          expect(one).to.deep.equal(feature);
          expect(await ask(linkOf({ links }, 'self')!.href)).to.deep.equal({ ...one, links });
          expect(linkOf({ links }, 'collection')!.href).to.equal(`https://wx.example.org/api/v1/ogc/collections/${id}`);
        }
        for (const missing of ['999999999', 'none', '1,2', '-1', '%20'])
          await ask(`/collections/${id}/items/${missing}`, 404);
      });

      it(`the schema of ${id} holds for its features, apart from what is not known`, async () => {
        const { $schema, $id, ...schema } = await ask(`/collections/${id}/schema`);
        expect([$schema, $id]).to.deep.equal(['https://json-schema.org/draft/2020-12/schema', `https://wx.example.org/api/v1/ogc/collections/${id}/schema`]); // prettier-ignore
        expect(schema.properties.properties.properties).to.not.have.property('id');
        const isValid = createAjv().compile(withoutKeywords(schema) as object);
        for (const feature of (await ask(`/collections/${id}/items`)).features) {
          isValid(feature);
          const wrong = (isValid.errors ?? []).filter(({ data, instancePath }: any) => data !== null && valueAt(feature, instancePath) !== null); // prettier-ignore
          expect(wrong, JSON.stringify(wrong)).to.deep.equal([]);
        }
      });
    }

    it('finds one that is over by its id, and it is not in the collection any more', async () => {
      const { features } = await ask('/collections/alerts/items');
      service.setTime('2026-05-21T12:00:00Z');
      try {
        expect((await ask('/collections/alerts/items?limit=50')).features).to.deep.equal([]);
        const { geometry } = await ask(`/collections/alerts/items/${features[0].id}`);
        expect(geometry).to.deep.equal(features[0].geometry);
      } finally {
        service.setTime('2026-05-20T22:18:05Z');
      }
    });

    it('/req/core/fc-bbox-response: takes boxes of four and of six numbers, also across the antimeridian', async () => {
      const idsIn = async (bbox: string) =>
        (await ask(`/collections/alerts/items?bbox=${bbox}`)).features.map(({ id }: { id: number }) => id);
      const norman = await idsIn('-98,35,-97,36');
      expect(norman).to.not.have.lengthOf(0);
      expect(await idsIn('-98,35,0,-97,36,1000')).to.deep.equal(norman);
      expect(await idsIn('177,65,-177,70')).to.deep.equal([]);
    });

    it('/req/core/fc-limit-response: a greater limit stands for the greatest one', async () => {
      expect((await ask('/collections/alerts/items?limit=1')).features).to.have.lengthOf(1);
      expect((await ask('/collections/alerts/items?limit=1000000')).numberReturned).to.equal(2);
      for (const { id } of featureCollections) await ask(`/collections/${id}/items?limit=10000000`);
    });
  });

  describe('paging and time', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 20, 21, minute));
    before(async () => {
      await service.db.reports.store(Array.from({ length: 25 }, (_, i) => report({ key: `r${i}`, at: at(2 * i) })));
      await service.db.observations.store([1, 2, 3].map((i) => observation({ at: at(10 * i) })));
    });
    const countOf = async (collection: string, datetime: string): Promise<number> =>
      (await ask(`/collections/${collection}/items?datetime=${datetime}&limit=1000`)).numberReturned;

    it('leads through all pages by `next`, in the body and in the header, with the filters of the request', async () => {
      const ids: number[] = [];
      let next: string | undefined = `${base}/collections/reports/items?limit=7&state=OK`;
      for (let pages = 0; next !== undefined && pages < 10; pages++) {
        const answer = await service.ask(next.replace('https://wx.example.org', ''));
        const body = answer.json();
        ids.push(...body.features.map(({ id }: { id: number }) => id));
        next = linkOf(body, 'next')?.href;
        if (next) expect(answer.headers.link).to.include(`<${next}>; rel="next"`).and.to.include('state=OK');
        if (next) expect(next).to.include('state=OK');
      }
      const native = (await service.ask('/api/v1/reports?limit=1000&state=OK')).json();
      expect(ids).to.deep.equal(native.features.map(({ id }: { id: number }) => id));
      expect(ids.length).to.be.greaterThan(25);
    });

    it('/req/core/fc-time-response: periods include both ends, and may be open', async () => {
      expect(await countOf('reports', '2026-05-20T21:00:00Z/2026-05-20T21:10:00Z')).to.equal(6);
      expect(await countOf('reports', '2026-05-20T21:10:00Z')).to.equal(1);
      expect(await countOf('reports', '2026-05-20T21:11:00Z')).to.equal(0);
      const all = await countOf('reports', '..%2F2026-05-21T00:00:00Z');
      expect(await countOf('reports', '/2026-05-21T00:00:00Z')).to.equal(all);
      expect(await countOf('reports', '2026-05-20')).to.equal(all);
      expect(await countOf('reports', '2026-05-19/2026-05-20')).to.equal(all);
      expect(await countOf('reports', '2026-05-20T21:40:00%2B00:00/..')).to.equal(all - 20);
      expect(await countOf('reports', '2026-05-19')).to.equal(0);
    });

    it('has the newest observation of each station, or all of a period', async () => {
      const newest = await ask('/collections/observations/items?limit=1000');
      expect(new Set(newest.features.map((each: any) => each.properties.station)).size).to.equal(newest.numberReturned);
      expect(await countOf('observations', '2026-05-20T21:00:00Z/2026-05-20T21:59:00Z')).to.equal(3);
    });

    it('shows alerts of an instant as they were known then, and those of a period by their issue', async () => {
      service.setTime('2026-05-20T22:30:00Z');
      await service.db.alerts.store([alertEvent({ eventKey: 'OUN.TO.W.0099.2026', polygon: squareAt(-97, 35, 1) })]);
      expect(await countOf('alerts', '2026-05-20T22:30:00Z')).to.equal(3);
      expect(await countOf('alerts', '2026-05-20T22:20:00Z'), 'not yet known').to.equal(2);
      expect(await countOf('alerts', '2026-05-20/2026-05-21')).to.equal(3);
      await ask('/collections/alerts/items?datetime=2030-01-01T00:00:00Z', 400); // nothing is known of it
    });
  });

  describe('Tiles', () => {
    it('/req/tileset: describes where the tiles of each product are, of any time', async () => {
      const { collections } = await ask('/collections');
      const tiled = collections.filter((each: any) => linkOf(each, `${relations}/tilesets-map`));
      expect(tiled.map(({ id }: any) => id)).to.include.members(['radar.composite-reflectivity', 'satellite.geocolor', 'hrrr.cape', 'nowcast.probability-35dbz']); // prettier-ignore
      for (const collection of tiled) {
        const { tilesets } = await ask(linkOf(collection, `${relations}/tilesets-map`)!.href);
        const tileset = await checked(linkOf(tilesets[0], 'self')!.href, '/collections/{collectionId}/map/tiles/WebMercatorQuad'); // prettier-ignore
        expect(tileset).to.include({ dataType: 'map', crs: 'http://www.opengis.net/def/crs/EPSG/0/3857' });
        expect(linkOf(tileset, 'item')).to.include({ type: 'image/png', templated: true });
        expect(linkOf(tileset, 'item')!.href).to.match(
          /\/tiles\/[a-z0-9-]+\/\{tileMatrix\}\/\{tileCol\}\/\{tileRow\}\.png$/,
        );
        const scheme = await ask(linkOf(tileset, `${relations}/tiling-scheme`)!.href);
        expect(tileset.tileMatrixSetLimits.map(({ tileMatrix }: any) => tileMatrix)).to.deep.equal(scheme.tileMatrices.map(({ id }: any) => id)); // prettier-ignore
      }
    });

    it('leads to the tiles of a time', async () => {
      const itemAt = async (collection: string, datetime: string) =>
        linkOf(await ask(`/collections/${collection}/map/tiles/WebMercatorQuad?datetime=${datetime}`), 'item')!.href;
      expect(await itemAt('radar.vil', '2026-05-20T22:10:00Z')).to.match(/\.png\?ts=202605202210$/);
      expect(await itemAt('satellite.ir', '../2026-05-20T22:10:00Z')).to.match(/\.png\?ts=202605202210$/);
      expect(await itemAt('hrrr.cape', '2026-05-20T23:00:00Z')).to.match(/\.png\?valid=2026-05-20T23:00:00Z$/);
      expect(await itemAt('radar.vil', '2026-05-20T22:10:00Z/..')).to.match(/\.png$/);
      await ask('/collections/alerts/map/tiles', 404);
      await ask('/collections/rrfs.cape/map/tiles', 404); // this installation does not follow it
    });

    it('has the numbers of WebMercatorQuad in annex D.1 of the standard', async () => {
      const set = await checked('/tileMatrixSets/WebMercatorQuad', '/tileMatrixSets/WebMercatorQuad');
      expect(set.tileMatrices).to.have.lengthOf(11);
      expect(set.tileMatrices[0].scaleDenominator).to.be.closeTo(559082264.028717, 1e-3);
      expect(set.tileMatrices[10].scaleDenominator).to.be.closeTo(545978.773465544, 1e-6);
      expect(set.tileMatrices[10].cellSize).to.be.closeTo(152.874056570354, 1e-9);
      expect(set.tileMatrices[3].pointOfOrigin[0]).to.be.closeTo(-20037508.3427892, 1e-6);
      expect(set.tileMatrices[10]).to.include({ matrixWidth: 1024, matrixHeight: 1024, tileWidth: 256, tileHeight: 256 }); // prettier-ignore
      expect((await ask('/tileMatrixSets')).tileMatrixSets[0].uri).to.equal(set.uri);
    });
  });

  describe('Environmental Data Retrieval', () => {
    const observations = '/collections/observations';
    const of = (type: string, query: Record<string, string>) => `${observations}/${type}?${new URLSearchParams(query).toString()}`; // prettier-ignore

    it('says which queries a collection has, with their parameters and units', async () => {
      const { data_queries: queries, parameter_names: parameters } = await ask(observations);
      expect(Object.keys(queries)).to.deep.equal(['radius', 'area']);
      expect(queries.radius.link.variables).to.deep.include({ query_type: 'radius', within_units: ['km', 'mi', 'm'] });
      expect(parameters.temperature.unit).to.deep.equal({ symbol: 'degC' });
      const radar = await ask('/collections/radar');
      expect(radar.data_queries.position.link.href).to.equal('https://wx.example.org/api/v1/ogc/collections/radar/position'); // prettier-ignore
      expect(radar.parameter_names['composite-reflectivity'].unit).to.deep.equal({ symbol: 'dBZ' });
    });

    it('has the observations around a place and in a polygon, with the chosen parameters', async () => {
      const [lon, lat] = (await ask(`${observations}/items`)).features[0].geometry.coordinates;
      const around = await checked(of('radius', { coords: `POINT(${lon} ${lat})`, within: '1', 'within-units': 'mi', 'parameter-name': 'temperature' }), `${observations}/radius`); // prettier-ignore
      expect(around.numberReturned).to.equal(1);
      expect(around.features[0].properties).to.include.keys('station', 'time', 'temperature').and.to.not.have.any.keys('dewpoint', 'wind_gust'); // prettier-ignore
      const triangle = (dx: number) => `POLYGON((${lon + dx - 1} ${lat - 1},${lon + dx + 1} ${lat - 1},${lon + dx} ${lat + 1},${lon + dx - 1} ${lat - 1}))`; // prettier-ignore
      const within = await checked(of('area', { coords: triangle(0) }), `${observations}/area`);
      expect([within.numberReturned, within.features[0].properties.dewpoint]).to.deep.equal([1, around.features[0].properties.temperature === null ? null : within.features[0].properties.dewpoint]); // prettier-ignore
      expect((await ask(of('area', { coords: triangle(0.9) }))).features, 'in the box, not in the triangle').to.deep.equal([]); // prettier-ignore
      const hour = await ask(of('radius', { coords: `POINT(${lon} ${lat})`, within: '5', datetime: '2026-05-20T21:00:00Z/2026-05-20T21:59:00Z' })); // prettier-ignore
      expect(hour.numberReturned).to.equal(3);
    });

    it('refuses places that it cannot read, and says what it needs', async () => {
      for (const [type, coords] of [
        ['radius', 'POINT(200 35)'],
        ['radius', '35,-97'],
        ['area', 'POINT(-97 35)'],
        ['area', 'POLYGON((-98 35,-97 35,-97 36))'],
        ['area', 'POLYGON((-98 35,-97 35,-97 36,-98 36))'],
      ])
        expect((await ask(of(type, { coords, ...(type === 'radius' ? { within: '1' } : {}) }), 400)).detail, coords).to.match(/^Invalid coords: /); // prettier-ignore
      await ask(of('radius', { coords: 'POINT(-97 35)' }), 400);
      await ask(of('radius', { coords: 'POINT(-97 35)', within: '2000' }), 400);
      await ask(of('radius', { coords: 'POINT(-97 35)', within: '1', 'parameter-name': 'smell' }), 400);
    });
  });

  it('is read by GDAL: layers, fields and types, features by page, box and id', async function () {
    if (!hasTool('ogrinfo')) this.skip();
    address = service.url; // GDAL follows the links
    try {
      const gdal = async (...args: string[]) => (await run('ogrinfo', ['-ro', ...args])).stdout;
      const source = `OAPIF:${service.url}${base}`;
      const layers = await gdal('-q', source);
      for (const { id } of featureCollections) expect(layers).to.include(`: ${id} (`);
      const alerts = await gdal('-so', source, 'alerts');
      expect(alerts).to.match(/Feature Count: 2\n/).and.to.match(/\nsent: DateTime /).and.to.match(/\nstates: StringList /); // prettier-ignore
      expect(alerts.match(/\nid: Integer /g)).to.have.lengthOf(1);
      expect(await gdal('-so', source, 'gauges'))
        .to.match(/\nstage: Real /)
        .and.to.match(/\ntime: DateTime /);
      const { features } = (await service.ask('/api/v1/alerts')).json();
      const one = await gdal('-q', source, 'alerts', '-fid', String(features[0].id));
      expect(one).to.include(features[0].properties.headline);
      expect(await gdal('-so', source, 'alerts', '-spat', '0', '0', '1', '1')).to.include('Feature Count: 0');
      const { stdout } = await run('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', source, 'alerts', '-lco', 'COORDINATE_PRECISION=5', '-oo', 'PAGE_SIZE=1']); // prettier-ignore
      const read = JSON.parse(stdout) as { features: { geometry: unknown }[] };
      expect(read.features.map(({ geometry }) => geometry)).to.deep.equal(features.map(({ geometry }: any) => geometry)); // prettier-ignore
    } finally {
      address = publicUrl;
    }
  });
});

/** A schema without the keywords that only describe. */
function withoutKeywords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutKeywords);
  if (typeof node !== 'object' || node === null) return node;
  const { example: _, ...rest } = node as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withoutKeywords(value)]));
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((at: any, name) => at?.[name], value);
}
