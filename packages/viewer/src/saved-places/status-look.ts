import type { LayerSpecification } from 'maplibre-gl';
import { statusNames } from '../place/status-names.ts';
import { dots, grown } from '../overlays/draw.ts';
import type { Status } from './load-saved-places.ts';

/** Statuses with their colours on the map, the most severe first. They are those of the badges of the place panel. */
const colours: Record<Status, string> = {
  emergency: '#8b008b',
  warning: '#ff5a4f',
  watch: '#ffb03b',
  advisory: '#ffe27a',
  elevated: '#fff0b8',
  normal: '#bfe8c2',
  unknown: '#c9d1da',
};

const order = Object.keys(colours) as Status[];

/** Colour, rank and name of a status. */
export function lookOfStatus(status: Status): { colour: string; rank: number; name: string } {
  return {
    colour: colours[status],
    rank: order.length - order.indexOf(status),
    name: statusNames[status],
  };
}

/** Map layers of saved locations: a dot in the colour of the status, and the name. */
export function savedPlaceLayers(source: string): LayerSpecification[] {
  return [
    {
      id: `${source} rings`,
      type: 'circle',
      source,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': grown([4, 8], [9, 13]),
        'circle-color': '#ffffff',
        'circle-opacity': 0.85,
        'circle-stroke-color': '#17202b',
        'circle-stroke-width': 1.5,
      },
    },
    dots(source, grown([4, 5], [9, 9])),
    {
      id: `${source} names`,
      type: 'symbol',
      source,
      filter: ['has', 'label'],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': ['sans-serif'],
        'text-size': 14,
        'text-variable-anchor': ['top', 'bottom', 'right', 'left'], // where no city is named
        'text-radial-offset': 1.1,
      },
      paint: { 'text-color': '#17202b', 'text-halo-color': '#ffffff', 'text-halo-width': 2 },
    },
  ];
}
