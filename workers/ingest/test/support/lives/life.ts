/** The truth about an event: what was issued, and every message about it. */
export interface Life {
  /** Unique in a run. */
  id: number;
  /** Three letters. */
  office: string;
  kind: Kind;
  /** Number of the year of issue, four digits; null without VTEC. */
  number: string | null;
  issuedAt: Date;
  /** `OUN.TO.W.0034`; null without VTEC. */
  numberKey: string | null;
  messages: Message[];
  /** Whether texts cannot tell it from another event with its number; see `markUnknowable`. */
  isUnknowable: boolean;
}

/** A kind of event. */
export interface Kind {
  event: string;
  phenomenon: string;
  significance: string;
  /** Time until its end in steps, least and most. */
  steps: [number, number];
  /** Steps between issue and begin, at most. */
  ahead: number;
  hasPolygon: boolean;
  isOpen: boolean;
  zone: 'county' | 'forecast';
}

/** What one product says about an event. */
export interface Message {
  life: Life;
  product: Product;
  /** The parts of the product about it. */
  parts: Part[];
  begins: Date;
  /** Null if it is open. */
  ends: Date | null;
  expires: Date;
  severity: string;
  /** Zones in force after it; those of its parts if it ends the event. */
  zones: string[];
  status: 'active' | 'cancelled' | 'upgraded';
}

/** A segment of a product, as far as it is about one event. */
export interface Part {
  action: string;
  zones: string[];
  identifier: string;
}

/** One product of an office. */
export interface Product {
  /** Part of its identifiers. */
  name: string;
  office: string;
  at: Date;
  messages: Message[];
}

const steps = (least: number, most: number): [number, number] => [least, most];

/** Warnings of hours with polygons, warnings of days by zones, floods without an end, and statements without VTEC. */
export const kinds: Kind[] = [
  { event: 'Tornado Warning', phenomenon: 'TO', significance: 'W', steps: steps(1, 2), ahead: 0, hasPolygon: true, isOpen: false, zone: 'county' },
  { event: 'Wind Advisory', phenomenon: 'WI', significance: 'Y', steps: steps(2, 16), ahead: 6, hasPolygon: false, isOpen: false, zone: 'forecast' },
  { event: 'Flood Warning', phenomenon: 'FL', significance: 'W', steps: steps(4, 70), ahead: 1, hasPolygon: true, isOpen: true, zone: 'county' },
  { event: 'Winter Storm Watch', phenomenon: 'WS', significance: 'A', steps: steps(4, 20), ahead: 8, hasPolygon: false, isOpen: false, zone: 'forecast' },
  { event: 'Winter Storm Warning', phenomenon: 'WS', significance: 'W', steps: steps(3, 20), ahead: 8, hasPolygon: false, isOpen: false, zone: 'forecast' },
  { event: 'Special Weather Statement', phenomenon: '', significance: '', steps: steps(1, 6), ahead: 0, hasPolygon: false, isOpen: false, zone: 'forecast' },
]; // prettier-ignore

export const statement = kinds[kinds.length - 1];
export const [watch, warning] = kinds.slice(3, 5);

/** The newest message of a life at a moment; undefined before its issue. */
export function newestOf(life: Life, at: Date): Message | undefined {
  return life.messages.findLast(({ product }) => product.at <= at);
}
