import { formatTime } from '@severe/base';
import type { DamageTrackRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { damageTrackProperties } from './schema.ts';

/** Properties of a track feature. */
export function presentTrack(track: DamageTrackRow): TypeOf<typeof damageTrackProperties> {
  return {
    id: track.id,
    event_date: track.eventDate,
    time: formatTime(track.at),
    ef: track.ef,
    ef_label: track.efLabel,
    length_m: whole(track.lengthM),
    width_m: whole(track.widthM),
    max_wind_mph: whole(track.maxWindMph),
    injuries: whole(track.injuries),
    fatalities: whole(track.fatalities),
    wfo: track.wfo,
    state: track.state,
    comments: track.comments,
  };
}

/** Negative values mean "not known" in the source. */
function whole(value: number | null): number | null {
  return value === null || value < 0 ? null : Math.round(value);
}
