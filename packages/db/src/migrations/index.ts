import { frames } from './001-frames.ts';
import { frameJobs } from './002-frame-jobs.ts';
import { sourceRuns } from './003-source-runs.ts';
import { dataSets } from './004-data-sets.ts';
import { alerts } from './005-alerts.ts';
import { places } from './006-places.ts';
import { outlooks } from './007-outlooks.ts';
import { lightning } from './008-lightning.ts';
import { watches } from './009-watches.ts';
import { reports } from './010-reports.ts';
import { discussions } from './011-discussions.ts';
import { observations } from './012-observations.ts';
import { gauges } from './013-gauges.ts';
import { soundings } from './014-soundings.ts';
import { forecasts } from './015-forecasts.ts';
import { tropical } from './016-tropical.ts';
import { bulletins } from './017-bulletins.ts';
import { damageTracks } from './018-damage-tracks.ts';
import { counties } from './019-counties.ts';
import { facilities } from './020-facilities.ts';
import { watchProbabilities } from './021-watch-probabilities.ts';
import type { Migration } from './migration.ts';

/** Every migration, in order. They are only added to: a database somewhere has run each of these as it stands. */
export const migrations: Migration[] = [
  frames,
  frameJobs,
  sourceRuns,
  dataSets,
  alerts,
  places,
  outlooks,
  lightning,
  watches,
  reports,
  discussions,
  observations,
  gauges,
  soundings,
  forecasts,
  tropical,
  bulletins,
  damageTracks,
  counties,
  facilities,
  watchProbabilities,
];
