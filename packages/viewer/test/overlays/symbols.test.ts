import { expect } from 'chai';
import type { SymbolLayerSpecification } from 'maplibre-gl';
import { apiEvents } from '@severe/testing/api-events';
import type { Schemas } from '../../src/service.ts';
import { alertColours, lookOf } from '@severe/catalogue/alert-colours';
import { barbName, feathersOf } from '../../src/overlays/images.ts';
import { countySymbols } from '../../src/overlays/county-alerts.ts';
import { flashSymbol } from '../../src/overlays/lightning.ts';
import { stationSymbol } from '../../src/overlays/observations.ts';
import { symbolsOf, type MapSymbol } from '../../src/overlays/overlay.ts';
import { reportSymbol } from '../../src/overlays/reports.ts';
import { stormCellLines, stormCells, stormCellSymbol } from '../../src/overlays/storm-cells.ts';
import { stormSymbol } from '../../src/overlays/tropical.ts';
import { chooseUnits } from '../../src/units.ts';
import { alertWords, warningSymbol, warnings } from '../../src/overlays/warnings.ts';
import { watchSymbol } from '../../src/overlays/watches.ts';

const geometry = { type: 'Polygon', coordinates: [[[-98, 35], [-97, 35], [-97, 36], [-98, 35]]] }; // prettier-ignore
const noTags = {
  tornado: null,
  hail_in: null,
  hail_threat: null,
  wind_mph: null,
  wind_threat: null,
  damage_threat: null,
  flash_flood: null,
  rainfall_rate: null,
  dam_failure: null,
  levee_failure: null,
  waterspout: null,
  landspout: null,
  snow_squall: null,
  snow_squall_impact: null,
  pds: false,
  emergency: false,
};

const alert = (event: string, more: Partial<Schemas['Alert']> = {}): Schemas['Alert'] => ({
  ...({} as Schemas['Alert']), // what the map does not look at
  id: 7,
  event,
  headline: `${event} until then`,
  expires: '2026-05-20T22:45:00Z',
  ends: null,
  area_desc: 'Cleveland, OK',
  fips: ['40027'],
  has_polygon: true,
  tags: noTags,
  motion: null,
  ...more,
});

describe('viewer/overlays/alerts', () => {
  beforeEach(() => chooseUnits('us'));
  afterEach(() => chooseUnits('metric'));

  it('have the colours of the weather service, and grey for unknown events', () => {
    expect(lookOf('Tornado Warning').colour).to.equal('#ff0000');
    expect(lookOf('Severe Thunderstorm Watch').colour).to.equal('#db7093');
    expect(lookOf('Volcano Party')).to.deep.equal({ colour: '#a9a9a9', rank: 0 });
    expect(Object.values(alertColours).every((colour) => /^#[0-9a-f]{6}$/.test(colour))).to.equal(true);
  });

  it('are known for every event of the weather service', () => {
    expect([...apiEvents].filter((event) => lookOf(event).rank === 0)).to.deep.equal([]);
  });

  it('are drawn with the most severe on top', () => {
    const ranks = ['Tornado Warning', 'Flash Flood Warning', 'Tornado Watch', 'Wind Advisory'].map(
      (event) => lookOf(event).rank,
    );
    expect(ranks).to.deep.equal(ranks.toSorted((one, other) => other - one));
  });

  it('describe end, area, motion and threats', () => {
    const { lines } = alertWords(
      alert('Severe Thunderstorm Warning', {
        expires: '2026-05-20T22:30:00Z',
        motion: { from_deg: 248, speed_kt: 29 },
        tags: { ...noTags, tornado: 'POSSIBLE', hail_in: 1.75, wind_mph: 60 },
        area_desc: 'A, OK; B, OK; C, OK; D, OK; E, OK; F, OK',
      }),
    );
    expect(lines[0]).to.match(/^Until .* \(22:30Z\)$/);
    expect(lines.slice(1)).to.deep.equal([
      'A, OK; B, OK; C, OK; D, OK and 2 more',
      'Moving from 248° at 33 mph',
      'Tornado possible, hail to 1.75 in, gusts to 60 mph',
      'Severe Thunderstorm Warning until then',
    ]);
    const squall = { ...noTags, snow_squall: 'OBSERVED', snow_squall_impact: 'SIGNIFICANT' };
    expect(alertWords(alert('Snow Squall Warning', { tags: squall })).lines).to.include(
      'Snow squall observed, impact of the squall significant',
    );
    const dam = { ...noTags, flash_flood: 'OBSERVED', dam_failure: 'IMMINENT', rainfall_rate: '1-2 INCHES IN 1 HOUR' };
    expect(alertWords(alert('Flash Flood Warning', { tags: dam })).lines).to.include(
      'Flash flood observed, dam failure imminent, rain 1-2 inches in 1 hour',
    );
    const marine = { ...noTags, waterspout: 'POSSIBLE', hail_in: 1, hail_threat: 'OBSERVED', wind_mph: 39 };
    expect(alertWords(alert('Special Marine Warning', { tags: marine })).lines).to.include(
      'Hail to 1 in (observed), gusts to 39 mph, waterspout possible',
    );
    expect(alertWords(alert('Tornado Warning', { tags: { ...noTags, emergency: true } })).title).to.include(
      'EMERGENCY',
    );
  });

  it('have a pale rim below their dark edge, so that dark red is seen on a dark map', () => {
    const lines = warnings.layers.filter(({ type }) => type === 'line').map(({ id, paint }) => [id, (paint as { 'line-color': unknown })['line-color']]); // prettier-ignore
    expect(lines.slice(0, 2)).to.deep.equal([
      ['warnings rims', '#ffffff'],
      ['warnings edges', '#000000'],
    ]);
  });

  it('are drawn as polygons if they are warnings of storms and floods', () => {
    expect(warningSymbol({ geometry, properties: alert('Tornado Warning') })?.geometry).to.equal(geometry);
    expect(warningSymbol({ geometry, properties: alert('Tornado Warning', { has_polygon: false }) })).to.equal(
      undefined,
    );
    expect(warningSymbol({ geometry, properties: alert('Air Quality Alert') })).to.equal(undefined);
  });

  it('are drawn as counties otherwise, in the colour of the most severe one, which is first', () => {
    const county = (fips: string) => (fips === '99999' ? undefined : (geometry as MapSymbol['geometry']));
    const symbols = countySymbols(
      [alert('Wind Advisory', { fips: ['40027', '40109', '99999'] }), alert('Tornado Watch', { fips: ['40027'] })],
      county,
    );
    expect(symbols.map(({ kind, also }) => [kind, also?.map((other) => other.kind)])).to.deep.equal([
      ['Tornado Watch', ['Wind Advisory']],
      ['Wind Advisory', []],
    ]);
  });
});

describe('viewer/overlays', () => {
  beforeEach(() => chooseUnits('us'));
  afterEach(() => chooseUnits('metric'));

  const point = { type: 'Point', coordinates: [-97.4, 35.2] };

  it('report truncated lists, and fail for refused ones', () => {
    const list = (features: number[], numberMatched: number) => ({ data: { features, numberMatched } });
    const symbol = () => undefined;
    expect(symbolsOf(list([1, 2], 2), 2, symbol).isTruncated).to.equal(false);
    expect(symbolsOf(list([1, 2], 3), 2, symbol).isTruncated).to.equal(true);
    expect(() => symbolsOf({ error: { status: 429 } }, 2, symbol)).to.throw('refused');
  });

  it('name a watch by its number, and mark particularly dangerous situations', () => {
    const properties = {
      ...({} as Schemas['Watch']),
      type: 'TOR' as const,
      number: 212,
      pds: true,
      expires: '2026-05-21T03:00:00Z',
      max_hail_in: 3,
      max_wind_kt: 70,
      states: ['OK', 'TX'],
      probabilities: null,
    };
    const symbol = watchSymbol({ geometry, properties });
    expect(symbol?.title).to.equal('PDS Tornado Watch 212');
    expect(symbol?.lines.slice(1)).to.deep.equal(['hail to 3 in, gusts to 81 mph', 'OK, TX']);
  });

  it('mark a report with a letter, and describe its size', () => {
    const properties = {
      ...({} as Schemas['Report']),
      type: 'hail' as const,
      magnitude: 1.75,
      units: 'in' as const,
      time: '2026-05-20T22:10:00Z',
      place: '3 SW Norman',
      county: 'Cleveland',
      state: 'OK',
      remarks: null,
      qualifier: 'measured' as const,
    };
    const symbol = reportSymbol({ geometry: point, properties });
    expect(symbol.title).to.equal('Report of hail: 1.75 in measured');
    expect(symbol.drawn).to.deep.equal({ dot: 'dot H #0a8f2a' });
    expect(symbol.lines[1]).to.equal('3 SW Norman, Cleveland County, OK');
  });

  it('colour flashes by age', () => {
    const now = Date.parse('2026-05-20T22:18:00Z');
    const kindAt = (time: string) =>
      flashSymbol(
        {
          geometry: point,
          properties: { ...({} as Schemas['Flash']), flash_time: time, energy_fj: null, area_km2: null },
        },
        now,
      ).kind;
    expect(['2026-05-20T22:13:00Z', '2026-05-20T22:12:59Z', '2026-05-20T22:05:00Z'].map(kindAt)).to.deep.equal([
      'up to 5 minutes ago',
      'to 10 minutes',
      'to 15 minutes',
    ]);
  });

  it('plot a station with its barb in steps of five knots', () => {
    const properties = {
      ...({} as Schemas['Observation']),
      station: 'KOUN',
      name: 'Norman',
      time: '2026-05-20T22:15:00Z',
      temperature: 28.3,
      dewpoint: 22.1,
      wind_speed: 32.4, // 17.5 kt
      wind_gust: 51.8,
      wind_dir_deg: 170,
      pressure: null,
      weather: null,
    };
    const symbol = stationSymbol({ geometry: point, properties });
    expect(symbol.drawn).to.deep.equal({ temperature: '83', dewpoint: '72', barb: 'barb 15', from: 170 });
    expect(symbol.lines.slice(0, 2)).to.deep.equal([
      'Temperature 83 °F, dewpoint 72 °F',
      'Wind from 170° at 20 mph, gusts 32 mph',
    ]);
    chooseUnits('si');
    expect(stationSymbol({ geometry: point, properties }).drawn!['temperature']).to.equal('301');
    expect(stationSymbol({ geometry: point, properties }).lines[1]).to.equal('Wind from 170° at 9 m/s, gusts 14 m/s');
  });

  it('draw a pennant for 50 knots, a feather for 10, and half a feather for 5', () => {
    expect(feathersOf(65)).to.deep.equal({ pennants: 1, full: 1, half: 1 });
    expect(feathersOf(0)).to.deep.equal({ pennants: 0, full: 0, half: 0 });
    expect(barbName(300)).to.equal('barb 120');
  });

  it('colour a cyclone by strength, and explain its cone', () => {
    const shared = { storm_id: 'al052026', name: 'Ernesto', basin: 'al' as const, advisory: '12A', issued: null };
    const position = stormSymbol({
      geometry: point,
      properties: {
        ...shared,
        feature_kind: 'position',
        classification: 'HU',
        max_wind_kt: 100,
        gust_kt: null,
        pressure_hpa: 955,
        movement_dir_deg: 340,
        movement_kt: 10,
        category: 3,
        url: null,
      },
    });
    expect(position.title).to.equal('Ernesto: Hurricane, category 3');
    expect(position.lines).to.deep.equal(['Winds 115 mph', 'Pressure 28.2 inHg', 'Moving to 340° at 12 mph']);
    const cone = stormSymbol({ geometry, properties: { ...shared, feature_kind: 'cone' } });
    expect(cone.lines[0]).to.include('reach beyond');
  });
});

describe('viewer/overlays/storm-cells', () => {
  const cell: Schemas['StormCell'] = {
    id: '20260520T221000Z-1',
    first_seen: '2026-05-20T22:10:00Z',
    observed_at: '2026-05-20T22:18:00Z',
    age_minutes: 8,
    toward_deg: 90,
    speed_mps: 15,
    motion_spread: { deg: 6, mps: 1.5 },
    area_km2: 140,
    max_dbz: 63.5,
    mesh_mm: 42,
    vil_kgm2: 55,
    echo_top_km: 14.5,
    rotation: 12,
    flashes_5min: 180,
    flash_rate: 41,
    flash_jump: 2.2,
    lightning_jump: true,
    alert_ids: [1],
    places: [
      { name: 'Norman', state: 'OK', minutes: 28, arrives_at: '2026-05-20T22:46:00Z', distance_km: 27.4 },
      { name: 'Moore', state: 'OK', minutes: 0, arrives_at: '2026-05-20T22:18:00Z', distance_km: 2 },
    ],
    outline: { type: 'Polygon', coordinates: [] },
    track: { type: 'LineString', coordinates: [[-97.6, 35], [-97.4, 35]] }, // prettier-ignore
  };
  const point = { type: 'Point', coordinates: [-97.4, 35] };

  it('describe motion, hail, rotation, lightning and places ahead', () => {
    const { title, lines, drawn, kind } = stormCellSymbol({ geometry: point, properties: cell });
    expect([title, kind]).to.deep.equal(['Storm cell, 64 dBZ', 'Storm cell from 60 dBZ']);
    expect(drawn).to.deep.equal({ part: 'centre', label: 'E 54 km/h' });
    expect(lines.slice(0, 5)).to.deep.equal([
      'Moving E 54 km/h (±5 km/h, ±6°)',
      'hail to 42 mm, rotation 12 × 10⁻³/s, top 14.5 km, 55 kg/m² of liquid',
      '41 flashes a minute, rising sharply',
      'Norman, OK: may arrive in about 28 minutes',
      'Moore, OK: now',
    ]);
  });

  it('have labels beside their dots, which leave the other dots free', () => {
    const [label, room] = stormCells.layers.slice(-2) as SymbolLayerSpecification[];
    expect(label.layout)
      .to.include.keys('text-field', 'text-variable-anchor')
      .and.not.have.any.keys('text-allow-overlap');
    expect([room.source, room.filter]).to.deep.equal([label.source, label.filter]);
    expect(room.layout).to.include({ 'icon-image': 'room', 'icon-allow-overlap': true });
  });

  it('are drawn with the way so far and the way of half an hour', () => {
    const [past, ahead] = stormCellLines({ geometry: point, properties: cell });
    expect(past.geometry).to.deep.equal(cell.track);
    const [[lon, lat], [endLon, endLat]] = (ahead.geometry as unknown as { coordinates: [number, number][] })
      .coordinates;
    expect([lon, lat]).to.deep.equal([-97.4, 35]);
    expect(endLat).to.be.closeTo(35, 1e-9);
    expect(endLon).to.be.closeTo(-97.4 + 27 / (111.195 * Math.cos((35 * Math.PI) / 180)), 1e-6);
  });

  it('say that a motion is not known, and draw no way ahead', () => {
    const still = { ...cell, toward_deg: null, speed_mps: null, motion_spread: null, places: [], track: null };
    expect(stormCellSymbol({ geometry: point, properties: still }).lines[0]).to.equal('Its motion is not known yet');
    expect(stormCellLines({ geometry: point, properties: still })).to.deep.equal([]);
  });
});
