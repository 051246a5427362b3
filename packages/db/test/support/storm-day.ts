import type { Database } from '@severe/db';
import { alertEvent, squareAt } from './rows/alert-event.ts';
import { bulletin } from './rows/bulletin.ts';
import { county } from './rows/county.ts';
import { damageTrack } from './rows/damage-track.ts';
import { facility } from './rows/facility.ts';
import { gauge, stageForecast } from './rows/gauge.ts';
import { granule } from './rows/granule.ts';
import { listedWatch } from './rows/listed-watch.ts';
import { observation } from './rows/observation.ts';
import { outlookArea, rainfallArea } from './rows/outlook-area.ts';
import { newForecast } from './rows/new-forecast.ts';
import { newSounding } from './rows/new-sounding.ts';
import { report } from './rows/report.ts';
import { toldDiscussion } from './rows/told-discussion.ts';
import { basinOutlook, coneOf, drawnArea, listedStorm, toldArea, trackOf } from './rows/tropical.ts';

/** Stores rows of every subject, of 2026-05-20, so that no list of the API is empty. */
export async function storeStormDay(db: Database): Promise<void> {
  await db.zones.put([
    county(),
    county({ ugc: 'OKC017', name: 'Canadian', shape: JSON.stringify(squareAt(-98.3, 35.3, 0.5)) }),
  ]);
  await db.alerts.store([
    alertEvent(),
    alertEvent({ eventKey: 'OUN.SV.W.0001.2026', event: 'Severe Thunderstorm Warning', polygon: squareAt(-97, 35, 1) }),
  ]);
  await db.outlooks.replace('day1otlk_cat', [outlookArea()]);
  await db.eros.replace('Day1_Latest', [rainfallArea()]);
  await db.lightning.store(granule());
  await db.discussions.store([toldDiscussion()]);
  await db.watches.store([listedWatch()], true);
  await db.reports.store([report()]);
  await db.observations.store([observation()]);
  await db.gauges.store([gauge()]);
  await db.gauges.storeForecasts([stageForecast()]);
  await db.damageTracks.store([damageTrack()]);
  await db.facilities.put([facility(), facility({ kind: 'school' })]);
  await db.soundings.store([newSounding()]);
  await db.bulletins.store([bulletin(), bulletin({ id: 'b2', product: 'HWO', wmo: 'FLUS44' })]);
  await db.tropicalStorms.store([listedStorm()], true);
  await db.tropicalStorms.storeOutlines([coneOf(), trackOf()]);
  await db.tropicalOutlooks.storeText(basinOutlook(), [toldArea()]);
  await db.tropicalOutlooks.storeMap([drawnArea()]);
  await db.forecasts.store(newForecast());
}
