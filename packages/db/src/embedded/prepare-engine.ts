import { stat } from 'node:fs/promises';
import { silentLog } from '@severe/base';
import { migrations } from '../migrations/index.ts';
import { engineVersions } from './made-files.ts';
import { openEmbedded } from './open.ts';
import { createBundle } from './postgis.ts';
import { templateFile } from './template.ts';

/**
 * Creates what does not exist of the bundle of PostGIS and of the template of new databases, so that the first start only
 * unpacks them.
 *
 * @param folder an empty folder for the database that the template is copied from
 */
export async function prepareEngine(folder: string): Promise<void> {
  const versions = await engineVersions();
  await createBundle(versions);
  const file = templateFile(versions, JSON.stringify(migrations));
  if (await stat(file).catch(() => undefined)) return;
  const { close } = await openEmbedded(folder, silentLog);
  await close();
}
