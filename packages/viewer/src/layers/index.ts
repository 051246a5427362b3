import { client, dataOf, type Site } from '../service.ts';
import { hrrrLayer } from './hrrr.ts';
import type { Layer } from './layer.ts';
import { nexradLayer } from './nexrad.ts';
import { radarLayer } from './radar.ts';
import { satelliteLayer } from './satellite.ts';

/** Every layer that the service offers. */
export async function loadLayers(siteOf: (id: string) => Site | undefined): Promise<Layer[]> {
  const [radar, sweeps, satellite, hrrr] = await Promise.all([
    dataOf(client.get('/radar/products')),
    dataOf(client.get('/nexrad/products')),
    dataOf(client.get('/satellite/products')),
    dataOf(client.get('/hrrr/variables')),
  ]);
  return [
    ...radar.products.map(radarLayer),
    ...sweeps.products.map((product) => nexradLayer(product, siteOf)),
    ...satellite.products.map(satelliteLayer),
    ...hrrr.variables.map(hrrrLayer),
  ];
}
