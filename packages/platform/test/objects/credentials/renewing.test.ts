import { UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { renewing, type Renewing, type Temporary } from '../../../src/objects/credentials/renewing.ts';
import { rejection } from '../../support/wait.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 29);

/** A service that issues credentials, and the time. */
class Issuer {
  at = start;
  asked = 0;
  isAway = false;
  readonly credentials: Renewing;

  constructor(lifeMs = hour) {
    const issue = async (): Promise<Temporary> => {
      const accessKey = `key ${++this.asked}`;
      if (this.isAway) throw new UpstreamError('object store', 'it is away');
      return { accessKey, secretKey: 's', sessionToken: 't', expiresAt: new Date(this.at + lifeMs) };
    };
    this.credentials = renewing(issue, { now: () => this.at, random: () => 0 });
  }

  async keyAt(minutes: number): Promise<string> {
    this.at = start + minutes * 60_000;
    return (await this.credentials.get()).accessKey;
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('platform/objects/credentials/renewing', () => {
  it('asks once for a thousand requests that need credentials at the same time', async () => {
    const service = new Issuer();
    const found = await Promise.all(Array.from({ length: 1000 }, () => service.credentials.get()));
    expect(new Set(found.map(({ accessKey }) => accessKey))).to.deep.equal(new Set(['key 1']));
    expect(service.asked).to.equal(1);
  });

  it('renews in the last quarter, once, without a request that waits', async () => {
    const service = new Issuer();
    expect(await service.keyAt(0)).to.equal('key 1');
    expect(await service.keyAt(44)).to.equal('key 1');
    expect(service.asked).to.equal(1);
    const keys = await Promise.all(Array.from({ length: 100 }, () => service.keyAt(46)));
    expect(new Set(keys), 'the ones that are still valid').to.deep.equal(new Set(['key 1']));
    await settled();
    expect(await service.keyAt(47)).to.equal('key 2');
    expect(service.asked).to.equal(2);
  });

  it('serves valid credentials while no others can be had, and asks after pauses that grow', async () => {
    const service = new Issuer();
    await service.keyAt(0);
    service.isAway = true;
    for (let second = 46 * 60; second < 59 * 60; second++) {
      expect(await service.keyAt(second / 60)).to.equal('key 1');
      await settled();
    }
    expect(service.asked - 1, 'in 13 minutes: 1 s, 2 s … 60 s').to.be.within(15, 20);
    service.isAway = false;
    await service.keyAt(59.5);
    await settled();
    expect(await service.keyAt(59.6)).to.equal(`key ${service.asked}`);
  });

  it('fails with the reason once they have expired, and does not ask for each request', async () => {
    const service = new Issuer();
    await service.keyAt(0);
    service.isAway = true;
    for (let i = 0; i < 50; i++) expect((await rejection(service.keyAt(61))).message).to.contain('it is away');
    expect(service.asked).to.equal(2);
    service.isAway = false;
    expect(await service.keyAt(62)).to.equal('key 3');
  });

  it('waits for others once they have expired', async () => {
    const service = new Issuer();
    await service.keyAt(0);
    expect(await service.keyAt(600)).to.equal('key 2');
  });

  it('takes others if the store refuses them before their time, and ignores late refusals', async () => {
    const service = new Issuer();
    await service.keyAt(0);
    service.at = start + 5 * 60_000;
    service.credentials.reject();
    expect(await service.keyAt(5)).to.equal('key 2');
    for (let i = 0; i < 10; i++) {
      service.credentials.reject();
      expect(await service.keyAt(5)).to.equal('key 2');
    }
  });

  it('refuses credentials that have expired when they are issued', async () => {
    const service = new Issuer(-1000);
    expect((await rejection(service.credentials.get())).message).to.contain('expire in -1000 ms');
  });

  it('renews at different times in different processes', async () => {
    const renewals: number[] = [];
    for (const random of [0, 1]) {
      const issued: number[] = [];
      let at = start;
      const fetchNew = async (): Promise<Temporary> => {
        issued.push(at);
        return { accessKey: 'k', secretKey: 's', sessionToken: 't', expiresAt: new Date(at + hour) };
      };
      const { get } = renewing(fetchNew, { now: () => at, random: () => random });
      for (; at < start + hour; at += 10_000) await get();
      renewals.push(issued[1]);
    }
    expect(renewals[0] - renewals[1]).to.be.closeTo(7.5 * 60_000, 20_000);
  });
});
