import { expect } from 'chai';
import { canvasOf } from '../../src/satellite/canvas.ts';
import { eastGrid, placeOf, pointAt, westGrid } from '../../src/satellite/grid.ts';

describe('satellite/grid', () => {
  it('agrees with the worked example of the provider', () => {
    // GOES-R Product Definition and User's Guide, volume 5: x = −0.024052, y = 0.095340 rad is 33.846162 N, 84.690932 W
    const column = (-0.024052 - eastGrid.west) / eastGrid.step;
    const row = (eastGrid.north - 0.09534) / eastGrid.step;
    const point = pointAt(eastGrid, column, row)!;
    expect(point.lat).to.be.closeTo(33.846162, 1e-5);
    expect(point.lon).to.be.closeTo(-84.690932, 1e-5);
    expect(placeOf(eastGrid, { lat: 33.846162, lon: -84.690932 }).column).to.be.closeTo(column, 0.001);
    expect(placeOf(eastGrid, { lat: 33.846162, lon: -84.690932 }).row).to.be.closeTo(row, 0.001);
  });

  it('converts cells to points and back, and returns undefined beside the earth', () => {
    for (const grid of [eastGrid, westGrid]) {
      for (const [column, row] of [
        [700, 300],
        [2499, 1499],
        [1250.5, 750.25],
      ]) {
        const back = placeOf(grid, pointAt(grid, column, row)!);
        expect(back.column).to.be.closeTo(column, 1e-6);
        expect(back.row).to.be.closeTo(row, 1e-6);
      }
    }
    expect(pointAt(eastGrid, 0, 0)).to.equal(undefined);
  });

  it('has a local frame with true kilometres', () => {
    const at = { lat: 36, lon: -98 };
    const canvas = canvasOf(eastGrid);
    const f = canvas.transformAt(at);
    const { column, row } = canvas.transformAt({ lat: 36 + 30 / 111.195, lon: -98 }); // 30 km north
    const [right, down] = [column - f.column, row - f.row];
    expect(right * f.eastPerColumn + down * f.eastPerRow).to.be.closeTo(0, 0.3);
    expect(right * f.northPerColumn + down * f.northPerRow).to.be.closeTo(30, 0.3);
  });
});
