import { offices, type Office } from '@severe/catalogue';
import { hourMs, minuteMs } from '../model/plane.ts';
import { randomFrom } from '../model/random.ts';
import { listEntry, productId } from './entry.ts';

/** A text product of a forecast office. */
export interface Bulletin {
  id: string;
  office: Office;
  product: Product;
  issuedAt: number;
}

/** The products that an office issues, with their issue hours, UTC. */
const products = {
  AFD: { name: 'Area Forecast Discussion', heading: 'FXUS6', hours: [8.5, 20.25] },
  HWO: { name: 'Hazardous Weather Outlook', heading: 'FLUS4', hours: [11] },
} as const;

type Product = keyof typeof products;

/** The area of the simulated weather. Offices outside it issue no bulletins. */
const country = { south: 29, north: 42.5, west: -106, east: -88 };

const writing = offices.filter(
  ({ lat, lon }) => lat > country.south && lat < country.north && lon > country.west && lon < country.east,
);

/** Bulletins of this last period are listed. */
const listedMs = 36 * hourMs;
const day = 24 * hourMs;

/** The bulletins issued by `now`, newest first. */
export function bulletinsAt(seed: number, product: Product, now: number): Bulletin[] {
  const midnight = Math.floor(now / day) * day;
  return [midnight, midnight - day]
    .flatMap((date) =>
      writing.flatMap((office) =>
        products[product].hours.map((at, i) => {
          const late = Math.floor(50 * randomFrom(seed, 0xb111, date / day, i, office.lat * 100, office.lon * 100));
          const issuedAt = date + at * hourMs + late * minuteMs;
          return { id: productId(seed, product, office.id, issuedAt), office, product, issuedAt };
        }),
      ),
    )
    .filter(({ issuedAt }) => issuedAt <= now && issuedAt > now - listedMs)
    .toSorted((one, other) => other.issuedAt - one.issuedAt || (one.id < other.id ? -1 : 1));
}

/** The bulletin as an entry of the provider's product list. */
export function bulletinEntry({ id, office, product, issuedAt }: Bulletin): object {
  const [heading, name] = [headingOf(product), nameOfProduct(product)];
  return listEntry({ id, heading, icao: office.icao, issuedAt, code: product, name });
}

/** The WMO heading of a product. */
export function headingOf(product: Product): string {
  return `${products[product].heading}4`;
}

export function nameOfProduct(product: Product): string {
  return products[product].name;
}

export const productCodes = Object.keys(products) as Product[];

export function isProduct(code: string): code is Product {
  return Object.hasOwn(products, code);
}
