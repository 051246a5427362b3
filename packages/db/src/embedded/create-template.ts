import { stat } from 'node:fs/promises';
import { silentLog } from '@severe/base';
import { migrations } from '../migrations/index.ts';
import { openEmbedded } from './open.ts';
import { engineVersions, templateFile } from './template.ts';

/**
 * Creates the template of new databases if it does not exist, so that the first start only unpacks it.
 *
 * @param folder an empty folder for the database that the template is copied from
 */
export async function createTemplate(folder: string): Promise<void> {
  const file = templateFile(await engineVersions(), JSON.stringify(migrations));
  if (await stat(file).catch(() => undefined)) return;
  const { close } = await openEmbedded(folder, silentLog);
  await close();
}
