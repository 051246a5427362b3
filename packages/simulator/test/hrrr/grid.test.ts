import { expect } from 'chai';
import { alongGrid, gridPlace, modelGrid, pointAt } from '../../src/hrrr/grid.ts';
import { distanceM } from '@severe/geo';

describe('hrrr/grid', () => {
  it('has its corners where the provider documents them', () => {
    // From the HRRR's published grid specification, degrees.
    const corners = [
      [0, 0, 21.138123, -122.719528],
      [1798, 0, 21.140547, -72.28972],
      [1798, 1058, 47.842195, -60.917193],
      [0, 1058, 47.838623, -134.09548],
    ];
    for (const [column, row, lat, lon] of corners) {
      const point = pointAt(column, row);
      expect(point.lat).to.be.closeTo(lat, 5e-4);
      expect(point.lon).to.be.closeTo(lon, 5e-4);
    }
  });

  it('finds back every place', () => {
    for (let i = 0; i < 300; i++) {
      const [column, row] = [(i * 97) % 1799, (i * 61) % 1059];
      const place = gridPlace(pointAt(column, row));
      expect(place.column).to.be.closeTo(column, 1e-6);
      expect(place.row).to.be.closeTo(row, 1e-6);
    }
  });

  it('frames a storm: ten cells away, kilometres east and north agree with the sphere', () => {
    for (const { lat, lon } of [
      { lat: 35, lon: -98 },
      { lat: 30, lon: -85 },
      { lat: 45, lon: -115 },
    ]) {
      const frame = modelGrid.transformAt({ lat, lon });
      const point = pointAt(frame.column + 10, frame.row + 4);
      const east = 10 * frame.eastPerColumn + 4 * frame.eastPerRow;
      const north = 10 * frame.northPerColumn + 4 * frame.northPerRow;
      const measured = distanceM({ lat, lon }, point) / 1000;
      expect(Math.hypot(east, north) / measured).to.be.closeTo(1, 0.003);
      expect(Math.sign(point.lat - lat)).to.equal(Math.sign(north));
      expect(east / ((point.lon - lon) * 111.195 * Math.cos((lat * Math.PI) / 180))).to.be.closeTo(1, 0.02);
    }
  });

  it('turns a wind to the grid: a south wind leads along the meridian', () => {
    for (const lon of [-120, -97.5, -75]) {
      const { u, v } = alongGrid(lon, 0, 10);
      const from = gridPlace({ lat: 38, lon });
      const to = gridPlace({ lat: 38.5, lon });
      const length = Math.hypot(to.column - from.column, to.row - from.row);
      expect(u).to.be.closeTo((10 * (to.column - from.column)) / length, 1e-6);
      expect(v).to.be.closeTo((10 * (to.row - from.row)) / length, 1e-6);
    }
  });
});
