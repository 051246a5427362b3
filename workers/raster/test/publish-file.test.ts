import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog } from '@severe/base';
import type { Tables } from '@severe/db';
import { openPlatform } from '@severe/platform';
import { encodeCog } from '@severe/raster';
import { expect } from 'chai';
import { radarField } from '@severe/raster/testing/fields';
import { publishFile } from '../src/publish-file.ts';
import { radarFrame } from './support/test-stores.ts';

describe('publish-file', () => {
  it('stores a GeoTIFF under a unique key, and deletes it if another process was faster', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'severe-publish-'));
    const settings = loadSettings({ DATA_DIR: folder });
    const platform = await openPlatform(settings, silentLog);
    const stored: string[] = [];
    const frameJobs = {
      existing: () => Promise.resolve([]),
      insert: async ({ rawKey }: { rawKey: string }) => {
        expect(await platform.objects.head(rawKey)).to.not.equal(undefined);
        stored.push(rawKey);
      },
    };
    const db = { frameJobs } as unknown as Tables;
    const options = { settings, db, platform, clock: () => new Date(), log: silentLog, simulated: false };
    const frame = radarFrame();
    try {
      for (let i = 0; i < 2; i++) {
        const result = await publishFile(frame, encodeCog(radarField(30, 20)), options);
        expect(result).to.deep.equal({ state: 'known', frame });
      }
      expect(stored[0]).to.match(/^raw\/radar\/composite-reflectivity\/202605202218\.[0-9a-f-]{36}\.tif$/);
      expect(stored[1]).to.not.equal(stored[0]);
      for (const key of stored) expect(await platform.objects.head(key)).to.equal(undefined);
    } finally {
      await platform.close();
      await rm(folder, { recursive: true });
    }
  });
});
