import { t } from '../language.ts';
import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { quantity } from '../units.ts';
import { colour, grown, rank } from './draw.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 1000;
const days = 30;

/** Colours from unrated to EF5. */
const colours = ['#9aa4ae', '#7fd4ff', '#00d26a', '#ffe14d', '#ff9900', '#ff3b30', '#d100d1'];

/** Surveyed tornado tracks. */
export const damageTracks: Overlay = {
  id: 'tracks',
  name: t`Tornado tracks, ${days} days`,
  source: 'damage_tracks',
  everySeconds: 600,
  layers: [
    {
      id: 'tracks lines',
      type: 'line',
      source: 'tracks',
      layout: { 'line-cap': 'round', 'line-sort-key': rank },
      paint: { 'line-color': colour, 'line-width': grown([4, 2.5], [9, 6]) },
    },
  ],
  load: async () => symbolsOf(await client.get('/damage-tracks', { days }), limit, trackSymbol),
};

function trackSymbol({ geometry, properties }: { geometry: unknown; properties: Schemas['DamageTrack'] }): MapSymbol {
  const { ef, ef_label: label, event_date: date, length_m: length, width_m: width, max_wind_mph: wind } = properties;
  const rank = (ef ?? -1) + 1;
  return {
    geometry: geometry as Geometry,
    kind: label,
    colour: colours[rank],
    rank,
    title: t`Tornado track, ${label}`,
    lines: compact(
      date,
      compact(
        length !== null && t`${quantity(length / 1000, 'distance km', 1)} long`,
        width !== null && t`${quantity(width, 'm')} wide`,
        wind !== null && t`winds to ${quantity(wind, 'mph', 0)}`,
      ).join(', '),
    ),
  };
}
