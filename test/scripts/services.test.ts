import { expect } from 'chai';
import { Client } from 'pg';
import { isStale, requireService } from '@severe/testing/services';

describe('testing/services', () => {
  it('gives each run its own PostgreSQL database with PostGIS', async function () {
    const { DATABASE_URL } = await requireService(this, 'postgres');
    const again = await requireService(this, 'postgres');
    expect(again).to.deep.equal({ DATABASE_URL });

    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    try {
      const { rows } = await client.query(
        `select current_database() as name, ST_Distance(ST_MakePoint(0, 0), ST_MakePoint(3, 4)) as distance`,
      );
      expect(rows[0].name).to.match(/^severe_test_[0-9a-z]+_[0-9a-f]{6}$/);
      expect(rows[0].distance).to.equal(5);
    } finally {
      await client.end();
    }
  });

  it('gives each run its own prefix in Redis and its own bucket', async function () {
    expect((await requireService(this, 'redis'))['REDIS_URL']).to.match(
      /\/0\?prefix=severe-test-[0-9a-z]+-[0-9a-f]{6}$/,
    );
    expect((await requireService(this, 'minio'))['S3_BUCKET']).to.match(/^severe-test-[0-9a-z]+-[0-9a-f]{6}$/);
  });

  it('treats only databases and buckets of test runs hours ago as remainders', async function () {
    const { S3_BUCKET } = await requireService(this, 'minio');
    const hour = 3_600_000;
    expect(isStale(S3_BUCKET)).to.equal(false);
    expect(isStale(S3_BUCKET, Date.now() + 3 * hour)).to.equal(true);
    expect(isStale(S3_BUCKET.replaceAll('-', '_'), Date.now() + 3 * hour)).to.equal(true);
    for (const name of ['severe', 'severe-test', 'postgres', 'severe-test-archive']) {
      expect(isStale(name, Date.now() + 3 * hour), name).to.equal(false);
    }
  });
});
