/**
 * True colour by day, cloud temperature by night, blended across the terminator.
 *
 * The ABI has no green band; it is simulated as 0.45 red + 0.10 near infrared + 0.45 blue.
 *
 * @see M. K. Bah, M. M. Gunshor, T. J. Schmit: Generation of GOES-16 True Color Imagery without a Green Band, Earth and
 * Space Science 5 (2018), https://doi.org/10.1029/2018EA000379
 */
import { inSteps, wordOf, type ColourImage } from '../colour-image.ts';
import { bandOf, valueTable, type Bands } from './bands.ts';
import type { DayNightRecipe } from './recipe.ts';
import { daylightOf, sunAt } from './sun.ts';

/** Sines of the solar elevations between which night blends into day: 2° and 12°. */
const [night, day] = [0.035, 0.208];

/** Least sine of the solar elevation by which reflectance is divided; below it noise dominates. */
const lowestSun = 0.1;

/** Night: the grey of the ground, and of clouds from warm (K) to cold. */
const ground = [12, 16, 34] as const;
const [warmest, coldest] = [283, 213];
const [thinGrey, thickGrey] = [40, 240];

const steps = 4096;
/** Gamma correction of a reflectance. */
const shades = Uint8Array.from({ length: steps + 1 }, (_, i) => Math.round(255 * (i / steps) ** (1 / 2.2)));

/**
 * Composes the image of a time. Cells without infrared are transparent; daytime cells that lack a colour are shown as at
 * night.
 *
 * @throws {DataError} `compose` when a band is absent, or the bands are not on one grid
 */
export function composeDayNight(bands: Bands, recipe: DayNightRecipe, at: Date): ColourImage {
  const [red, blue, vegetation, infrared] = [recipe.red, recipe.blue, recipe.vegetation, recipe.infrared].map((name) =>
    bandOf(bands, name),
  );
  const { width, height, geometry } = infrared;
  const daylight = daylightOf(infrared, sunAt(at));
  const light = [red, blue, vegetation].map(valueTable);
  const cover = coverTable(valueTable(infrared));
  const pixels = new Uint32Array(width * height);
  fill(pixels, [red.packed, blue.packed, vegetation.packed, infrared.packed], light, cover, daylight);
  return { width, height, pixels, geometry };
}

/** Opacity of clouds by temperature, from 0 to 1; NaN for absent codes. */
function coverTable(kelvins: Float32Array): Float32Array {
  return kelvins.map((kelvin) => {
    const cover = (warmest - kelvin) / (warmest - coldest);
    return Number.isNaN(cover) ? NaN : Math.max(0, Math.min(1, cover));
  });
}

function fill(
  pixels: Uint32Array,
  [reds, blues, vegetations, infrareds]: Uint16Array[],
  [redOf, blueOf, vegetationOf]: Float32Array[],
  coverOf: Float32Array,
  daylight: Float32Array,
): void {
  for (let i = 0; i < pixels.length; i++) {
    const cover = coverOf[infrareds[i]];
    const sine = daylight[i];
    if (cover !== cover || sine !== sine) continue;
    const cloud = thinGrey + (thickGrey - thinGrey) * cover;
    let red = ground[0] + (cloud - ground[0]) * cover;
    let green = ground[1] + (cloud - ground[1]) * cover;
    let blue = ground[2] + (cloud - ground[2]) * cover;
    const weight = sine <= night ? 0 : sine >= day ? 1 : (sine - night) / (day - night);
    if (weight > 0) {
      const strength = steps / Math.max(sine, lowestSun);
      const [r, b, v] = [redOf[reds[i]], blueOf[blues[i]], vegetationOf[vegetations[i]]];
      const g = 0.45 * r + 0.1 * v + 0.45 * b;
      if (g === g) {
        red += (shade(r * strength) - red) * weight;
        green += (shade(g * strength) - green) * weight;
        blue += (shade(b * strength) - blue) * weight;
      }
    }
    pixels[i] = wordOf(inSteps(Math.round(red)), inSteps(Math.round(green)), inSteps(Math.round(blue)));
  }
}

function shade(step: number): number {
  return shades[step <= 0 ? 0 : step >= steps ? steps : Math.round(step)];
}
