import { service, type Site } from '../service.ts';
import { hrrrLayer } from './hrrr.ts';
import type { Layer } from './layer.ts';
import { nexradLayer } from './nexrad.ts';
import { radarLayer } from './radar.ts';
import { satelliteLayer } from './satellite.ts';

/** All that can be shown. */
export async function loadLayers(siteOf: (id: string) => Site | undefined): Promise<Layer[]> {
  const [radar, sweeps, satellite, hrrr] = await Promise.all([
    service.products('radar'),
    service.products('nexrad'),
    service.products('satellite'),
    service.hrrrVariables(),
  ]);
  return [
    ...radar.products.map(radarLayer),
    ...sweeps.products.map((product) => nexradLayer(product, siteOf)),
    ...satellite.products.map(satelliteLayer),
    ...hrrr.variables.map(hrrrLayer),
  ];
}
