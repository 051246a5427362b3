import { client, dataOf, type ModelVariable, type Site } from '../service.ts';
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
    optionalFields(),
  ]);
  return [
    ...radar.products.map(radarLayer),
    ...sweeps.products.map((product) => nexradLayer(product, siteOf)),
    ...satellite.products.map(satelliteLayer),
    ...hrrr.variables.map((variable) => modelLayer('hrrr', variable)),
    ...rrfs.map((variable) => modelLayer('rrfs', variable)),
  ];
}

/** The fields of the optional model, if it is followed. Nothing else waits for it, and an older service does not know it. */
async function optionalFields(): Promise<ModelVariable[]> {
  const found = await client.get('/rrfs/variables').catch(() => undefined);
  return found?.data?.variables.filter(({ latest_run }) => latest_run !== null) ?? [];
}
