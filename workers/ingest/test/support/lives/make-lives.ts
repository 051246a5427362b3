import { kinds, statement, warning, watch, type Kind, type Life, type Message, type Product } from './life.ts';

export const stepMs = 3 * 3_600_000;
/** Steps of a calendar, around a New Year. */
export const stepCount = 110;
const newYearStep = 60;
const zonesOfOffice = 72;
/** Lives of one office and kind, in both years. */
const livesOfKind = 72;
const longestOpenSteps = 6;

/** A calendar of one New Year: its lives, and the products about them, oldest first. */
export interface Calendar {
  start: Date;
  lives: Life[];
  products: Product[];
}

export interface MakeOptions {
  /** The year that ends. */
  year: number;
  lives: number;
  random: () => number;
  /** Number of the first life. */
  firstId: number;
  /** Lowest number: the calendar before has given numbers of the year that ends. */
  firstNumber: number;
  /** Whether there are statements without VTEC, which texts do not link. */
  withStatements: boolean;
}

/** Lives of one calendar, about half of them issued in each year. */
export function makeLives({ year, lives: count, random, firstId, firstNumber, withStatements }: MakeOptions): Calendar {
  const start = new Date(Date.UTC(year + 1, 0, 1) - newYearStep * stepMs);
  const usedKinds = withStatements ? kinds : kinds.filter((kind) => kind !== statement);
  const offices = Math.max(1, Math.round(count / (usedKinds.length * livesOfKind)));
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const chance = (share: number): boolean => random() < share;
  const timeOf = (step: number): Date => new Date(start.getTime() + step * stepMs);

  const lives: Life[] = [];
  const open: Running[] = [];
  const products = new Map<string, Product>();
  const plans = Array.from({ length: count }, () => ({
    office: officeName(whole(0, offices - 1)),
    kind: usedKinds[whole(0, usedKinds.length - 1)],
    step: whole(0, stepCount - 20),
  })).toSorted((a, b) => a.step - b.step);
  const numbers = numbersOf(plans, firstNumber, random);

  const productOf = (office: string, step: number): Product => {
    const key = `${office} ${step}`;
    const made = products.get(key) ?? {
      name: `${office.toLowerCase()}${year}${step}`,
      office,
      at: timeOf(step),
      messages: [],
    };
    products.set(key, made);
    return made;
  };

  function say(
    running: Running,
    step: number,
    status: Message['status'],
    parts: [action: string, zones: string[]][],
  ): void {
    const { life, begins, ends } = running;
    const product = productOf(life.office, step);
    const before = product.messages.length;
    const expires = ends === null ? timeOf(step + longestOpenSteps + 2) : timeOf(ends);
    const message: Message = {
      life,
      product,
      parts: parts.map(([action, zones], i) => ({
        action,
        zones,
        identifier: `urn:oid:2.49.0.1.840.0.${product.name}.${String(before + 1).padStart(3, '0')}.${i + 1}`,
      })),
      begins: timeOf(begins),
      ends: ends === null ? null : timeOf(ends),
      expires: status === 'active' ? expires : timeOf(Math.max(step + 1, ends ?? 0)),
      severity: running.severity,
      zones: status === 'active' ? [...running.zones] : parts.flatMap(([, zones]) => zones),
      status,
    };
    product.messages.push(message);
    life.messages.push(message);
    running.saidAt = step;
  }

  function issue(office: string, kind: Kind, number: string | null, step: number, zones?: string[]): void {
    const begins = step + whole(0, kind.ahead);
    const ends = kind.isOpen && chance(0.5) ? null : begins + whole(...kind.steps);
    const life: Life = {
      id: firstId + lives.length,
      office,
      kind,
      number,
      issuedAt: timeOf(step),
      numberKey: number === null ? null : [office, kind.phenomenon, kind.significance, number].join('.'),
      messages: [],
      isUnknowable: false,
    };
    lives.push(life);
    const severity = ['Moderate', 'Severe'][whole(0, 1)];
    const own = zones ?? pick(zoneNames(office, kind), whole(1, 3), random);
    const running: Running = {
      life,
      zones: own,
      begins,
      ends,
      saidAt: step,
      severity,
      stopsAt: begins + whole(...kind.steps),
    };
    open.push(running);
    // Sometimes the words differ between zones: then they are in parts of their own.
    const parted = own.length > 1 && kind !== statement && chance(0.3) ? [own.slice(0, 1), own.slice(1)] : [own];
    say(running, step, 'active', parted.map((part) => ['NEW', part])); // prettier-ignore
  }

  /** What happens to an event at a step. @returns whether it is over */
  function live(running: Running, step: number): boolean {
    const { life, zones, ends, kind = life.kind } = { ...running };
    const action = kind === statement ? 'Update' : undefined;
    if (ends !== null && step >= ends) {
      if (action === undefined && chance(0.5)) say(running, step, 'cancelled', [['EXP', zones]]);
      return true;
    }
    const mustSpeak = ends === null && step - running.saidAt >= longestOpenSteps;
    if (!mustSpeak && !chance(0.22)) return false;
    if (action !== undefined) {
      say(running, step, 'active', [[action, zones]]);
      return false;
    }
    if (ends === null && step > running.stopsAt) {
      say(running, step, 'cancelled', [['CAN', zones]]);
      return true;
    }
    const dice = random();
    if (dice < 0.12) {
      if (kind === watch && chance(0.7)) {
        say(running, step, 'upgraded', [['UPG', zones]]);
        issue(life.office, warning, upgradeNumber(life, step), step, [...zones]);
      } else say(running, step, 'cancelled', [['CAN', zones]]);
      return true;
    }
    if (dice < 0.24 && zones.length > 1) {
      running.zones = zones.slice(1);
      say(running, step, 'active', [['CAN', zones.slice(0, 1)], ['CON', running.zones]]); // prettier-ignore
    } else if (dice < 0.38 && !kind.hasPolygon) {
      const added = zoneNames(life.office, kind).find((zone) => !zones.includes(zone))!;
      running.zones = [...zones, added];
      say(running, step, 'active', [[chance(0.7) ? 'EXA' : 'EXB', [added]], ['CON', zones]]); // prettier-ignore
    } else if (dice < 0.52 && ends !== null && ends - step < 40) {
      running.ends = ends + whole(1, 4);
      say(running, step, 'active', [['EXT', zones]]);
    } else {
      if (chance(0.2)) running.severity = 'Extreme';
      say(running, step, 'active', [[dice < 0.62 ? 'COR' : dice < 0.66 ? 'ROU' : 'CON', zones]]);
    }
    return false;
  }

  const upgrades = new Map<string, number>();
  /** Numbers of upgrades lie above those of the plans, and restart as well. */
  function upgradeNumber({ office }: Life, step: number): string {
    const key = `${office} ${step < newYearStep}`;
    const next = (upgrades.get(key) ?? firstNumber + 1000) + 1;
    upgrades.set(key, next);
    return String(next).padStart(4, '0');
  }

  let planned = 0;
  for (let step = 0; step < stepCount; step++) {
    for (const running of open.splice(0)) if (!live(running, step)) open.push(running);
    for (; planned < plans.length && plans[planned].step === step; planned++) {
      const { office, kind } = plans[planned];
      issue(office, kind, numbers[planned], step);
    }
  }
  return { start, lives, products: [...products.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime()) };
}

/** A life that goes on: times are steps. */
interface Running {
  life: Life;
  zones: string[];
  begins: number;
  ends: number | null;
  /** When it was last told of. */
  saidAt: number;
  severity: string;
  /** When an open one is over. */
  stopsAt: number;
}

/**
 * The numbers of the planned events: each office, kind and year counts anew. Those of the old year are shuffled, so that events
 * with any number last into the new one.
 */
function numbersOf(
  plans: { office: string; kind: Kind; step: number }[],
  firstNumber: number,
  random: () => number,
): (string | null)[] {
  const counts = new Map<string, number[]>();
  for (const [i, { office, kind, step }] of plans.entries()) {
    const key = `${office} ${kind.event} ${step < newYearStep}`;
    counts.set(key, [...(counts.get(key) ?? []), i]);
  }
  const numbers: (string | null)[] = plans.map(() => null);
  for (const places of counts.values()) {
    const isOld = plans[places[0]].step < newYearStep;
    const order = isOld ? pick(places, places.length, random) : places;
    for (const [n, place] of order.entries()) {
      if (plans[place].kind !== statement) numbers[place] = String(firstNumber + n).padStart(4, '0');
    }
  }
  return numbers;
}

function officeName(index: number): string {
  const letter = (n: number): string => String.fromCharCode(65 + (n % 26));
  return `X${letter(Math.floor(index / 26))}${letter(index)}`;
}

function zoneNames(office: string, { zone }: Kind): string[] {
  const first = (((office.charCodeAt(1) - 65) * 26 + office.charCodeAt(2) - 65) * zonesOfOffice) % 900;
  const kind = zone === 'county' ? 'C' : 'Z';
  return Array.from({ length: zonesOfOffice }, (_, i) => `OK${kind}${String(first + i + 1).padStart(3, '0')}`);
}

/** Some of a list, in random order. */
function pick<T>(list: T[], count: number, random: () => number): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item);
}
