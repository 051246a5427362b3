import { loadTime, round, states, type Dice } from '../api/world.ts';

type Json = Record<string, any>;

/** A parameter of the OpenAPI document. */
interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Json;
  example?: unknown;
}

/** A public endpoint that reads. */
interface Operation {
  path: string;
  parameters: Parameter[];
}

/** A request as values of parameters. What has a place is moved a little each time it is sent, so that no cache answers it. */
export interface SoughtRequest {
  operation: Operation;
  values: ReadonlyMap<string, string>;
}

/** The endpoints of an OpenAPI document that anybody may read, except streams. */
export function readableOperations(document: Json): Operation[] {
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, { get }]) => {
    const isPublic = !(get?.security as Json[] | undefined)?.some((scheme) => 'session' in scheme);
    const isStream = 'text/event-stream' in (get?.responses['200']?.content ?? {});
    const parameters = get?.parameters as Parameter[];
    return get && isPublic && !isStream ? [{ path, parameters }] : [];
  });
}

/** A random request: every parameter is there or not, with a usual value or one at its bounds. */
export function randomRequest(operation: Operation, dice: Dice): SoughtRequest {
  const share = dice.between(0, 1);
  const chosen = operation.parameters.filter((one) => isNeeded(one) || dice.between(0, 1) < share);
  const values = new Map(chosen.map((parameter) => [parameter.name, valueOf(parameter, dice)]));
  return { operation, values: consistent(values) };
}

/** The same request with another value of one parameter, or without it. */
export function neighbourOf({ operation, values }: SoughtRequest, dice: Dice): SoughtRequest {
  const changed = new Map(values);
  if (operation.parameters.length === 0) return { operation, values };
  const parameter = dice.one(operation.parameters);
  if (!isNeeded(parameter) && values.has(parameter.name) && dice.between(0, 1) < 0.3) changed.delete(parameter.name);
  else changed.set(parameter.name, valueOf(parameter, dice));
  return { operation, values: consistent(changed) };
}

/** Without what would only be refused: a radius without a point, and an end before its start. `through` is written later. */
function consistent(values: Map<string, string>): Map<string, string> {
  values.delete('through');
  if (!values.has('point')) values.delete('radius');
  const [start, end] = [values.get('start'), values.get('end')];
  if (start !== undefined && end !== undefined && start > end) values.set('start', end).set('end', start);
  return values;
}

/** Path and query below the prefix. */
export function writtenRequest({ operation, values }: SoughtRequest, dice: Dice): string {
  const at = (name: string): string => encodeURIComponent(movedValue(name, values.get(name)!, dice));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => at(name));
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && values.has(parameter.name))
    .map(({ name }) => `${name}=${at(name)}`);
  // An id above all others changes no answer, but each is another question.
  const hasThrough = operation.parameters.some(({ name }) => name === 'through');
  if (hasThrough) query.push(`through=${dice.whole(1e9, 2e15)}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function isNeeded({ in: place, required, name }: Parameter): boolean {
  return place === 'path' || required || name === 'lat' || name === 'lon';
}

const daysBefore = (days: number): string => new Date(loadTime.getTime() - days * 86_400_000).toISOString();
const one = (...texts: string[]) => ({ at: (dice: Dice) => dice.one(texts) });

/** Values of parameters whose schema is a text, by name: sizes from nothing to everything. */
const valuesByName: Record<string, { at: (dice: Dice) => string }> = {
  bbox: {
    at(dice) {
      const [lon, lat] = dice.place();
      const half = dice.one([0.01, 0.5, 2, 5, 10, 20, 40]);
      return [
        Math.max(-179, lon - half),
        Math.max(-89, lat - half),
        Math.min(179, lon + half),
        Math.min(89, lat + half),
      ]
        .map(round)
        .join(',');
    },
  },
  point: { at: (dice) => dice.place().reverse().join(',') },
  radius: one('1km', '50km', '200km', '500km', '999km', '1000km'),
  state: { at: (dice) => dice.one([...states, 'AK', 'GU']) },
  wfo: one('OUN', 'FWD', 'XXX'),
  start: { at: (dice) => daysBefore(dice.one([0, 1, 7, 30, 200, 365, 1000, 3000])) },
  end: { at: (dice) => daysBefore(dice.one([0, 1, 7, 29, 100, 300, 900])) },
  as_of: { at: (dice) => daysBefore(dice.one([0.01, 0.5, 1, 5, 10, 20, 29])) },
  event: one('t', 'Tornado Warning', 'zzz', 'flood,heat,winter,wind,red,severe,tornado'),
  zone: one('OKC027', 'OKC027,OKZ025,TXC001,KSC001', 'OKC999'),
  station: one('KAAA', 'KAAB,KAAC,KAAD', 'KZZZ', 'XXXX'),
  q: one('ok', 'norman', 'san', 'zz', 'a b c d e f'),
  site: one('KTLX'),
  fips: one('40027', '48113'),
  ugc: one('OKC027'),
};

function valueOf({ name, schema, example }: Parameter, dice: Dice): string {
  if (name === 'lat' || name === 'lon') return String(dice.place()[name === 'lat' ? 1 : 0]);
  if (name === 'offset') return String(dice.one([0, 100, 5_000, 50_000, 100_000, 1e12]));
  const known = valuesByName[name];
  if (known) return known.at(dice);
  const { enum: words, minimum = 0, maximum = 1000, type } = schema;
  if (words) return dice.one(words as string[]);
  if (type === 'boolean') return dice.one(['true', 'false']);
  if (type === 'integer') return String(dice.one([minimum, maximum, dice.whole(minimum, maximum)]));
  if (type === 'number') return String(dice.one([minimum, maximum, (minimum + maximum) / 2]));
  return String(example ?? schema.default ?? 'a');
}

/** Moves places by some metres. */
function movedValue(name: string, value: string, dice: Dice): string {
  const moved = (text: string): string => String(round(Number(text) + dice.between(-5e-4, 5e-4)));
  if (['lat', 'lon'].includes(name)) return moved(value);
  return ['bbox', 'point'].includes(name) ? value.split(',').map(moved).join(',') : value;
}
