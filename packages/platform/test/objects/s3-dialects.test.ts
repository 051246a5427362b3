import { StartError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import type { ObjectHead, Objects } from '@severe/platform';
import { openS3 } from '../../src/objects/s3.ts';
import { DialectStore, type Dialect } from '../support/dialect.ts';
import { rejection } from '../support/wait.ts';

describe('platform/objects/s3 with stores that differ from S3', () => {
  const store = new DialectStore();
  before(() => store.listen());
  after(() => store.close());

  function open(dialect: Dialect, region = 'us-east-1'): Promise<Objects> {
    store.dialect = dialect;
    store.objects.clear();
    store.requests.length = 0;
    const credentials = { from: 'keys', accessKey: 'key', secretKey: 'secret' } as const;
    return openS3({ endpoint: store.endpoint, bucket: 'severe', region, addressing: 'path', credentials });
  }
  async function list(objects: Objects): Promise<ObjectHead[]> {
    const heads: ObjectHead[] = [];
    for await (const head of objects.list('list/')) heads.push(head);
    return heads;
  }
  const methods = (): (string | undefined)[] => store.requests.map(({ method }) => method);
  const fill = (keys: string[]): void => keys.forEach((key) => store.objects.set(key, key));

  it('signs for the region auto', async () => {
    await (await open({}, 'auto')).put('x/y', Buffer.from('x'));
    for (const { headers } of store.requests) expect(headers.authorization).to.match(/\/\d{8}\/auto\/s3\/aws4_request/);
  });

  it('does not create a bucket that exists', async () => {
    await open({});
    expect(methods()).to.deep.equal(['HEAD']);
  });

  it('says that the bucket is missing, and may not be created', async () => {
    const error = await rejection(open({ hasBucket: false }));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.contain('no such bucket, and no right to create it; the bucket is severe');
  });

  for (const [status, reason] of [
    [400, 'the credentials may have expired, or S3_REGION'],
    [301, 'S3_REGION is not the region of the bucket'],
    [403, 'give no access to the bucket'],
  ] as const) {
    it(`explains ${status} without a body`, async () => {
      expect((await rejection(open({ headStatus: status }))).message).to.contain(reason);
    });
  }

  for (const noBatches of [{ status: 501, code: 'NotImplemented' }, { status: 501 }, { status: 405 }]) {
    it(`deletes one by one after ${noBatches.status} ${noBatches.code ?? 'without a code'}, and asks once`, async () => {
      const objects = await open({ noBatches });
      fill(['a/1', 'a/2', 'a/3', 'a/4']);
      await objects.delete(['a/1', 'a/2', 'a/missing']);
      await objects.delete(['a/3']);
      expect([...store.objects.keys()]).to.deep.equal(['a/4']);
      expect(methods().filter((method) => method === 'POST')).to.have.length(1);
    });
  }

  it('takes no offence at missing objects that a batch reports', async () => {
    const objects = await open({ batchErrors: '<Error><Key>a/1</Key><Code>NoSuchKey</Code></Error>' });
    await objects.delete(['a/1']);
  });

  for (const headers of [{}, { etag: 'bare' }, { etag: 'W/"weak"' }, { etag: '"0123-7"' }] as Record<
    string,
    string
  >[]) {
    it(`stores and reads with ${JSON.stringify(headers)}`, async () => {
      const objects = await open({ headers });
      await objects.put('x/y', Buffer.from('0123456789'));
      expect((await objects.get('x/y'))?.toString()).to.equal('0123456789');
      expect(await objects.head('x/y')).to.include({ bytes: 10 });
    });
  }

  it('asks for what a list leaves out', async () => {
    const objects = await open({ listed: (key, bytes) => (key.endsWith('1') ? `<Size>${bytes}</Size>` : '') });
    fill(['list/1', 'list/22']);
    const modifiedAt = new Date('2026-11-29T00:00:00Z');
    expect(await list(objects)).to.deep.equal([
      { key: 'list/1', bytes: 6, modifiedAt },
      { key: 'list/22', bytes: 7, modifiedAt },
    ]);
  });

  it('leaves out folders that are objects', async () => {
    const objects = await open({});
    fill(['list/', 'list/a/', 'list/a/x']);
    expect((await list(objects)).map(({ key }) => key)).to.deep.equal(['list/a/x']);
  });

  it('goes on after the last key where a page has no token', async () => {
    const objects = await open({ pageLength: 2 });
    const keys = ['list/a', 'list/b', 'list/c', 'list/d', 'list/e'];
    fill(keys);
    expect((await list(objects)).map(({ key }) => key)).to.deep.equal(keys);
  });

  it('ends a list that goes round', async () => {
    const objects = await open({ repeatsToken: true });
    fill(['list/a']);
    const error = await rejection(list(objects));
    expect(error).to.be.instanceOf(UpstreamError);
    expect(error.message).to.contain('does not say how it goes on');
  });
});
