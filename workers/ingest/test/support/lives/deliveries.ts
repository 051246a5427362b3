import type { Product } from './life.ts';
import { stepMs, type Calendar } from './make-lives.ts';

/** Something that reaches the service. */
export type Delivery =
  | { at: Date; form: 'text'; products: Product[] }
  /** A list, of an earlier moment if it is late; an incomplete one ends nothing. */
  | { at: Date; form: 'list'; of: Date; isComplete: boolean };

/** The forms in which a calendar is told. */
export type Telling = 'lists' | 'texts' | 'both';

/** Longest delay of a text, in steps. */
export const latestSteps = 8;
const minuteMs = 60_000;

/** What reaches the service, in this order: some of it late, twice, out of order, or never. */
export function deliveriesOf(
  { start, products }: Calendar,
  steps: number,
  telling: Telling,
  random: () => number,
): Delivery[] {
  const chance = (share: number): boolean => random() < share;
  const deliveries: Delivery[] = [];
  const texts = new Map<number, Product[]>();
  // Texts come with their issue, or some steps later, several at once.
  const tell = (product: Product, steps: number): void => {
    const at = product.at.getTime() + steps * stepMs + minuteMs * (chance(0.5) ? 1 : 50);
    texts.set(at, [...(texts.get(at) ?? []), product]);
  };
  for (const product of telling === 'lists' ? [] : products) {
    if (chance(telling === 'both' ? 0.5 : 0.03)) continue;
    const late = (): number => 1 + Math.floor(random() * latestSteps);
    tell(product, chance(0.1) ? late() : 0);
    if (chance(0.1)) tell(product, late());
  }
  for (const [at, told] of texts) deliveries.push({ at: new Date(at), form: 'text', products: told });
  if (telling !== 'texts') deliveries.push(...listsOf(start, steps, random));
  return deliveries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** A list a step, without those of outages. Some are late, and some incomplete. */
function listsOf(start: Date, steps: number, random: () => number): Delivery[] {
  const lists: Delivery[] = [];
  let outage = 0;
  for (let step = 0; step < steps; step++) {
    if (outage === 0 && random() < 0.03) outage = 1 + Math.floor(random() * 5);
    if (outage > 0) {
      outage--;
      continue;
    }
    const at = new Date(start.getTime() + step * stepMs + 55 * minuteMs);
    const isLate = random() < 0.05;
    const of = isLate ? new Date(at.getTime() - (1 + Math.floor(random() * 3)) * stepMs) : at;
    lists.push({ at, form: 'list', of, isComplete: random() >= 0.04 });
  }
  return lists;
}
