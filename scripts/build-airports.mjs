// Makes workers/ingest/data/airports.tsv.br from the list of airports of the Python package airportsdata 20260905 (MIT licence):
//
//   node scripts/build-airports.mjs airports.csv
//
// Each line is an airport of the United States and their territories with a code of IATA: the codes of ICAO and IATA, name, state, latitude and
// longitude in degrees.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';

const parser = createRequire(new URL('../workers/ingest/package.json', import.meta.url))('csv-parse/sync');
const { states } = await import(new URL('../packages/catalogue/dist/index.js', import.meta.url));
const [file] = process.argv.slice(2);
if (!file) throw new Error('expected the path of airports.csv');

const codes = new Map(states.map(({ code, name }) => [name.replace('U.S. ', ''), code]));
const territories = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);
const lines = parser
  .parse(readFileSync(file), { columns: true })
  .map((row) => ({
    ...row,
    state: territories.has(row.country) ? row.country : row.country === 'US' && codes.get(row.subd),
  }))
  .filter(({ iata, state }) => iata !== '' && state)
  .map(({ icao, iata, name, state, lat, lon }) => [
    icao,
    iata,
    name,
    state,
    Number(lat).toFixed(4),
    Number(lon).toFixed(4),
  ])
  .map((cells) => cells.join('\t'))
  .sort();
const packed = brotliCompressSync(lines.join('\n'));
writeFileSync(new URL('../workers/ingest/data/airports.tsv.br', import.meta.url), packed);
process.stdout.write(`${lines.length} airports, ${packed.length} bytes\n`);
