import { z } from 'zod';
import { dataOf } from '../ask.ts';
import { caveatsOf } from '../honesty.ts';
import { placeInput, placeOf } from '../place.ts';
import { lines, tool } from '../tool.ts';

export const stormCells = tool({
  name: 'storm_cells',
  title: 'Storm cells on the radar',
  description:
    'Storms that the radar tracks now, the strongest first: strength, rotation, hail, lightning, motion, and the towns ahead with ' +
    'arrival times. Around a place, in a state, or of the country. Use it for "is a storm coming", "where is the storm going".',
  input: z.object({
    ...placeInput,
    within_km: z.number().min(1).max(1000).default(150).describe('Distance from the place.'),
    state: z.string().length(2).optional().describe('State or territory, two letters.'),
    limit: z.number().int().min(1).max(50).default(10).describe('Most storms of the answer.'),
  }),
  async run({ within_km: within, state, limit, ...given }, client) {
    const place = await placeOf(given, client);
    const around = place ? { point: `${place.lat},${place.lon}`, radius: `${within}km` } : {};
    const [found, caveats] = await Promise.all([
      dataOf(client.get('/storms', { limit, ...around, ...(state ? { state: state.toUpperCase() as 'OK' } : {}) })),
      caveatsOf(client, ['radar']),
    ]);
    const where = place ? `within ${within} km of ${place.label}` : (state?.toUpperCase() ?? 'of the country');
    return [
      lines(
        `${found.numberMatched} storms ${where}, radar of ${found.tracking.observed_at ?? 'no time'}.`,
        ...caveats,
        ...found.features.map(({ geometry, properties: cell }) => {
          const [lon, lat] = geometry!.coordinates as [number, number];
          const facts = [
            `${cell.max_dbz} dBZ`,
            cell.rotation ? `rotation ${cell.rotation}` : null,
            cell.mesh_mm === null ? null : `hail up to ${cell.mesh_mm} mm by radar`,
            cell.flash_rate === null ? null : `${cell.flash_rate} flashes a minute`,
            cell.speed_mps === null || cell.toward_deg === null ? 'motion not known' : `moves toward ${cell.toward_deg}° at ${cell.speed_mps} m/s`, // prettier-ignore
          ].filter((fact) => fact !== null);
          const ahead = cell.places.map(({ name, state: code, minutes }) => `${name}, ${code} in about ${minutes} min`);
          return `- at ${lat.toFixed(2)}, ${lon.toFixed(2)}: ${facts.join(', ')}${ahead.length > 0 ? `; ahead: ${ahead.join('; ')}` : ''}`;
        }),
        found.features.length > 0 ? 'Arrivals assume that the motion stays the same; they are never certain.' : null,
      ),
    ];
  },
});
