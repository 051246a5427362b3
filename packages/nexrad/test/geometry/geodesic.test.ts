import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { courseTo, placeAt, type Place } from '../../src/index.ts';

const sites: [name: string, place: Place][] = [
  ['Oklahoma City', { lat: 35.33336, lon: -97.27776 }],
  ['Guam', { lat: 13.45583, lon: 144.81111 }],
  ['Bethel', { lat: 60.79194, lon: -161.87639 }],
  ['the equator at the date line', { lat: 0, lon: 179.9 }],
];

const allCourses = [0, 37, 90, 135, 180, 250.5, 359].flatMap((azimuthDeg) =>
  [0, 1000, 200_000, 460_000].map((metres) => ({ azimuthDeg, metres })),
);

/** The same place by PROJ: an azimuthal equidistant projection about the radar is exact from its centre. */
function byProj(site: Place, courses: typeof allCourses): Place[] | undefined {
  const input = courses.map(({ azimuthDeg, metres }) => {
    const azimuth = (azimuthDeg * Math.PI) / 180;
    return `${metres * Math.sin(azimuth)} ${metres * Math.cos(azimuth)}`;
  });
  const aeqd = `+proj=aeqd +lat_0=${site.lat} +lon_0=${site.lon} +datum=WGS84 +units=m`;
  const tool = spawnSync('gdaltransform', ['-s_srs', aeqd, '-t_srs', '+proj=longlat +datum=WGS84', '-output_xy'], {
    input: input.join('\n'),
  });
  if (tool.error) return undefined;
  const lines = tool.stdout.toString().trim().split('\n');
  return lines.map((line) => {
    const [lon, lat] = line.split(' ').map(Number);
    return { lat, lon };
  });
}

describe('geometry/geodesic', () => {
  for (const [name, site] of sites) {
    it(`finds places about ${name} where PROJ finds them, to 10 cm at 460 km`, function () {
      const places = byProj(site, allCourses);
      if (!places) return this.skip();
      expect(places).to.have.length(allCourses.length);
      allCourses.forEach((course, i) => {
        const found = placeAt(site, course);
        expect(found.lat).to.be.closeTo(places[i].lat, 1e-6);
        expect((((found.lon - places[i].lon + 540) % 360) - 180) * Math.cos((found.lat * Math.PI) / 180)).to.be.closeTo(
          0,
          1e-6,
        );
      });
    });

    it(`computes the inverse from ${name}`, () => {
      for (const course of allCourses) {
        const found = courseTo(site, placeAt(site, course));
        expect(found.metres).to.be.closeTo(course.metres, 1e-3);
        if (course.metres === 0) continue;
        const away = ((found.azimuthDeg - course.azimuthDeg + 540) % 360) - 180;
        expect(away).to.be.closeTo(0, 1e-6);
      }
    });
  }

  it('gives the length of a quarter meridian', () => {
    // WGS 84: 10,001,965.729 m from the equator to the pole
    expect(courseTo({ lat: 0, lon: 10 }, { lat: 90, lon: 10 }).metres).to.be.closeTo(10_001_965.729, 0.001);
  });

  it('measures the way from New York to London as GeographicLib does, to half a millimetre', () => {
    // The example of its tool: GeodSolve -i on 40.6 -73.8 51.6 -0.5
    const [newYork, london] = [{ lat: 40.6, lon: -73.8 }, { lat: 51.6, lon: -0.5 }]; // prettier-ignore
    const { metres, azimuthDeg } = courseTo(newYork, london);
    expect(metres).to.be.closeTo(5_551_759.4003, 5e-4);
    expect(azimuthDeg).to.be.closeTo(51.198882846, 1e-8);
    const end = placeAt(newYork, { metres: 5_551_759.4003, azimuthDeg: 51.198882846 });
    expect(end.lat).to.be.closeTo(london.lat, 1e-8);
    expect(end.lon).to.be.closeTo(london.lon, 1e-8);
  });

  it('gives directions from 0 to 360 degrees', () => {
    const west = courseTo({ lat: 35, lon: -97 }, { lat: 35, lon: -98 }).azimuthDeg;
    expect(west).to.be.within(270, 271); // a great circle to the west begins north of west
    expect(courseTo({ lat: 35, lon: -97 }, { lat: 36, lon: -97 }).azimuthDeg).to.equal(0);
  });
});
