import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { termsOf, type PlaceWithTerms } from '@severe/db';

/** Source of the bundled airports, made by `scripts/build-airports.mjs`. */
export const airportsEdition = 'airportsdata 20260905';

const file = new URL('../../../data/airports.tsv.br', import.meta.url);

/** The airports with a code of IATA, found by name and by both codes: `Will Rogers`, `OKC`, `KOKC`. */
export function* airportPlaces(): Iterable<PlaceWithTerms> {
  for (const line of brotliDecompressSync(readFileSync(file)).toString().split('\n')) {
    const [icao, iata, given, state, lat, lon] = line.split('\t');
    // The list writes every word in lower case but for its first letter.
    const name = given.replace(/^[A-Z][a-z]{2} /, (word) =>
      word.trim().toUpperCase() === iata ? word.toUpperCase() : word,
    );
    yield {
      id: `airport/${icao}`,
      kind: 'airport',
      name: `${name} (${icao})`,
      town: null,
      state,
      country: 'us',
      population: 0,
      lat: Number(lat),
      lon: Number(lon),
      terms: termsOf([name, icao, iata]),
    };
  }
}
