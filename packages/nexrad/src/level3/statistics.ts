import { statisticsOf, type Statistics } from '../statistics.ts';
import type { Levels } from './levels/levels.ts';
import type { RadialPacket, RasterPacket } from './packets/packet.ts';

/** Statistics of a packet's gates or cells in the product's units. */
export function packetStatistics({ packed }: RadialPacket | RasterPacket, { values }: Levels): Statistics {
  return statisticsOf(packed, (code) => {
    const value = values[code];
    return value === undefined || Number.isNaN(value) ? null : value;
  });
}
