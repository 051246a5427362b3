import dns from 'node:dns';
import { expect } from 'chai';
import { openS3, type S3Address } from '../../src/objects/s3.ts';
import { startSeaweed, type Store } from '../support/object-stores.ts';
import { objectsContract } from './contract.ts';

const domain = 's3.test';

describe('platform/objects/s3 with SeaweedFS', function () {
  this.timeout(60_000);
  let store: Store;
  before(async function () {
    store = await startSeaweed(this, domain);
  });
  after(() => store?.stop());

  const addressOf = (addressing: S3Address['addressing'], endpoint: string): S3Address => ({
    endpoint,
    bucket: `of-${addressing}`,
    region: 'us-east-1',
    addressing,
    credentials: { from: 'keys', ...store },
  });

  describe('addressed by path, fulfils the contract', () => {
    objectsContract(() => openS3(addressOf('path', store.endpoint)));
  });

  describe('addressed by virtual hosts, fulfils the contract', () => {
    const { lookup } = dns;
    const names = new Set<string>();
    before(() => {
      const here: typeof lookup = ((name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) => {
        names.add(name);
        lookup(name.endsWith(domain) ? '127.0.0.1' : name, options, done as never);
      }) as never;
      dns.lookup = here;
    });
    after(() => {
      dns.lookup = lookup;
    });
    objectsContract(() => openS3(addressOf('virtual-host', store.endpoint.replace('127.0.0.1', domain))));
    it('names the bucket in each host', () => expect([...names]).to.deep.equal([`of-virtual-host.${domain}`]));
  });
});
