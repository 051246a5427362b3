import { formatStamp } from '@severe/base';
import { satelliteProducts } from '@severe/catalogue';
import { expect } from 'chai';
import { abiFile } from '@severe/raster/testing/abi-file';
import { startWalk, type Walk } from './support/service.ts';

interface Products {
  products: { id: string; latest: string | null }[];
}

describe('a satellite scan', function () {
  this.timeout(120_000);
  let walk: Walk;
  let startsAt: Date;

  before(async () => {
    startsAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 6 * 60_000);
    const day = Math.floor((startsAt.getTime() - Date.UTC(startsAt.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
    const [year, dayOfYear] = [String(startsAt.getUTCFullYear()), String(day).padStart(3, '0')];
    const [hour, minute] = [startsAt.toISOString().slice(11, 13), startsAt.toISOString().slice(14, 16)];
    const start = `${year}${dayOfYear}${hour}${minute}176`;
    const name = `OR_ABI-L2-MCMIPC-M6_G19_s${start}_e${start}_c${start}.nc`;
    const files = {
      [`ABI-L2-MCMIPC/${year}/${dayOfYear}/${hour}/${name}`]: Buffer.from(await abiFile(undefined, { startsAt })),
    };
    walk = await startWalk({ files });
    await walk.until<Products>('/api/v1/satellite/products', ({ products }) => products.every(({ latest }) => latest));
  });
  after(() => walk?.close());

  it('becomes six products of its minute, each with tiles', async () => {
    for (const { id } of satelliteProducts) {
      const response = await fetch(`${walk.url}/api/v1/satellite/tiles/${id}/6/15/26.png?ts=${formatStamp(startsAt)}`);
      expect(response.status, id).to.equal(200);
      expect(response.headers.get('x-tile-status'), id).to.equal('data');
      expect(response.headers.get('cache-control'), id).to.include('immutable');
    }
  });

  it('has the temperature of the storm and of the ground beside it', async () => {
    const at = async (place: string) => {
      const response = await fetch(`${walk.url}/api/v1/satellite/point?${place}`);
      return (await response.json()) as { value: number; units: string };
    };
    expect(await at('lat=31.14&lon=-93.41')).to.include({ value: -63.15, units: 'degC' }); // 210 K
    expect(await at('lat=32.38&lon=-95.39')).to.include({ value: 21.85 }); // 295 K
  });
});
