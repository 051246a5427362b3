import type { ShownGeometry } from './on-earth.ts';

type Coordinates = readonly unknown[];

/**
 * A geometry as Well-Known Text, such as `POINT (-97.44 35.22)`.
 *
 * @see OGC 06-103r4, section 7
 */
export function wktOf({ type, coordinates }: Pick<ShownGeometry, 'type'> & { coordinates: Coordinates }): string {
  const inner = typeof coordinates[0] === 'number' ? `(${positionText(coordinates)})` : listText(coordinates);
  return `${type.toUpperCase()} ${inner}`;
}

function listText(list: Coordinates): string {
  const isLine = typeof (list[0] as Coordinates)[0] === 'number';
  return `(${list.map((item) => (isLine ? positionText(item as Coordinates) : listText(item as Coordinates))).join(', ')})`;
}

function positionText(position: Coordinates): string {
  return position.join(' ');
}
