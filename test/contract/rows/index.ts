import type { Contract } from '../contract.ts';
import { alerts } from './alerts.ts';
import { bulletins } from './bulletins.ts';
import { damageTracks } from './damage-tracks.ts';
import { discussions } from './discussions.ts';
import { eros } from './eros.ts';
import { gauges } from './gauges.ts';
import { observations } from './observations.ts';
import { outlooks } from './outlooks.ts';
import { reports } from './reports.ts';
import { facilities } from './facilities.ts';
import { jurisdiction } from './jurisdiction.ts';
import { lightning } from './lightning.ts';
import { forecast } from './forecast.ts';
import { soundings } from './soundings.ts';
import { tropical } from './tropical.ts';
import { watches } from './watches.ts';

/** Every row of the contract, in the order of the specification. */
export const contracts: Contract[] = [
  ...alerts,
  ...observations,
  ...outlooks,
  ...watches,
  ...discussions,
  ...reports,
  ...soundings,
  ...forecast,
  ...lightning,
  ...gauges,
  ...tropical,
  ...eros,
  ...bulletins,
  ...facilities,
  ...jurisdiction,
  ...damageTracks,
];
