import { cloud } from './common/cloud.ts';
import { composition } from './common/composition.ts';
import { land } from './common/land.ts';
import { mass } from './common/mass.ts';
import { moisture } from './common/moisture.ts';
import { momentum } from './common/momentum.ts';
import { ocean } from './common/ocean.ts';
import { physical } from './common/physical.ts';
import { radar } from './common/radar.ts';
import { radiation } from './common/radiation.ts';
import { stability } from './common/stability.ts';
import { temperature } from './common/temperature.ts';
import type { ParameterTable } from './table.ts';

/** Parameters of all centres: table 4.2, with the abbreviations of NCEP's inventories. */
export const common: ParameterTable = {
  0: [
    ...temperature,
    ...moisture,
    ...momentum,
    ...mass,
    ...radiation,
    ...cloud,
    ...stability,
    ...composition,
    ...radar,
    ...physical,
  ],
  2: land,
  10: ocean,
};
