import { client, dataOf, type Site } from '../service.ts';
import type { Layer } from './layer.ts';
import { modelLayer } from './model.ts';
import { nexradLayer } from './nexrad.ts';
import { radarLayer } from './radar.ts';
import { satelliteLayer } from './satellite.ts';

/** Every layer that the service offers. */
export async function loadLayers(siteOf: (id: string) => Site | undefined): Promise<Layer[]> {
  const [radar, sweeps, satellite, hrrr, rrfs] = await Promise.all([
    dataOf(client.get('/radar/products')),
    dataOf(client.get('/nexrad/products')),
    dataOf(client.get('/satellite/products')),
    dataOf(client.get('/hrrr/variables')),
    dataOf(client.get('/rrfs/variables')),
  ]);
  return [
    ...radar.products.map(radarLayer),
    ...sweeps.products.map((product) => nexradLayer(product, siteOf)),
    ...satellite.products.map(satelliteLayer),
    ...hrrr.variables.map((variable) => modelLayer('hrrr', variable)),
    ...rrfs.variables.filter(({ latest_run }) => latest_run).map((variable) => modelLayer('rrfs', variable)), // an optional model
  ];
}
