import { formatTime } from '@severe/base';
import { findRadarSiteEver } from '@severe/catalogue';
import {
  gateAt,
  isChunk,
  momentStatistics,
  packetStatistics,
  placeOf,
  readChunk,
  readProduct,
  readVolume,
  valueAt,
  type Moment,
  type Packet,
  type Product,
  type RadialPacket,
  type RasterPacket,
  type SitePosition,
  type Sweep,
} from '@severe/nexrad';
import {
  Refusal,
  type FileReport,
  type GridReport,
  type MessageReport,
  type PointReport,
  type Question,
} from './report.ts';

/** NEXRAD Level II, a volume or a chunk of one: one entry per sweep and moment. */
export function describeVolume(bytes: Uint8Array, question: Question): FileReport {
  const volume = isChunk(bytes) ? readChunk(bytes) : readVolume(bytes);
  const entries = volume.sweeps.flatMap((sweep) => [...sweep.moments.values()].map((moment) => ({ sweep, moment })));
  const site = question.site ?? volume.site ?? knownSite(volume.station, question);
  const messages = entries.map(({ sweep, moment }, index) => describeMoment(site, sweep, moment, index, question));
  return { format: 'NEXRAD Level II', messages };
}

/** Names of archived volumes begin with the station and the time. */
const volumeName = /^([A-Z]{4})(?=\d{8}_?\d{6})/;

/**
 * The position of a radar in the catalogue. Volumes before 2008 have no position, and some not even the name of the radar,
 * which the name of the file then tells.
 *
 * @throws {Refusal} if places are wanted and the position is unknown
 */
function knownSite(station: string, { name = '', at }: Question): SitePosition | undefined {
  const id = station || volumeName.exec(name)?.[1];
  const site = id === undefined ? undefined : findRadarSiteEver(id);
  if (site) return { lat: site.lat, lon: site.lon, elevationM: site.elevationM, towerM: 0 };
  if (at.length === 0) return undefined;
  const who = id === undefined ? 'neither the volume nor its name tells its radar' : `the radar ${id} is unknown`;
  throw new Refusal(`the volume has no position, and ${who}: --at needs --site LAT,LON,HEIGHT`);
}

function describeMoment(
  site: SitePosition | undefined,
  sweep: Sweep,
  moment: Moment,
  index: number,
  question: Question,
): MessageReport {
  const { name, units, gates, firstGateM, gateM, wordBits } = moment;
  return {
    index,
    name,
    units: units || null,
    time: formatTime(new Date(sweep.radials.timesMs[0])),
    sweep: sweep.index,
    elevation: Number(sweep.elevationDeg.toFixed(4)),
    grid: { template: 'sweep', radials: sweep.radials.count, gates, firstGateM, gateM },
    packing: `${wordBits} bits`,
    ...momentStatistics(moment),
    points: pointsOf(site, sweep, moment, question),
  };
}

function pointsOf(
  site: SitePosition | undefined,
  sweep: Sweep,
  moment: Moment,
  { at, indices }: Question,
): PointReport[] {
  const places = at.map((place): PointReport => {
    const gate = site && gateAt(site, sweep, moment, place);
    return gate
      ? { ...place, value: valueAt(moment, gate.radial, gate.gate) }
      : { ...place, value: null, outside: true };
  });
  const cells = indices.map((index): PointReport => {
    if (index >= moment.packed.length) return { index, value: null, outside: true };
    const gate = { radial: Math.floor(index / moment.gates), gate: index % moment.gates };
    const place = site && placeOf(site, sweep, moment, gate);
    return { index, ...place, value: valueAt(moment, gate.radial, gate.gate) };
  });
  return [...places, ...cells];
}

/** NEXRAD Level III: one entry per packet; for packets without gates, only the kind is reported. */
export function describeProduct(bytes: Uint8Array, { indices }: Question): FileReport {
  const product = readProduct(bytes);
  const messages = product.packets.map((packet, index) => describePacket(product, packet, index, indices));
  return { format: `NEXRAD Level III product ${product.description.code}`, messages };
}

function describePacket(product: Product, packet: Packet, index: number, indices: number[]): MessageReport {
  const { kind, description, levels } = product;
  const about = {
    index,
    name: kind.name,
    units: kind.units || null,
    time: formatTime(new Date(description.volumeAt)),
    packing: `packet ${packet.code > 0xff ? packet.code.toString(16).toUpperCase() : packet.code}`,
  };
  if (packet.kind !== 'radial' && packet.kind !== 'raster')
    return { ...about, name: `${kind.name}: ${contentOf(packet)}` };
  const points = indices.map((cell): PointReport => {
    if (cell >= packet.packed.length) return { index: cell, value: null, outside: true };
    const value = levels.values[packet.packed[cell]];
    return { index: cell, value: value === undefined || Number.isNaN(value) ? null : value };
  });
  return { ...about, grid: gridOf(packet, kind.cellM), ...packetStatistics(packet, levels), points };
}

/** What a packet without gates is, such as `group of 544 text`. */
function contentOf(packet: Packet): string {
  if (packet.kind !== 'group') return packet.kind;
  const kinds = [...new Set(packet.packets.map(({ kind }) => kind))];
  return `group of ${packet.packets.length} ${kinds.join(', ')}`.trimEnd();
}

function gridOf(packet: RadialPacket | RasterPacket, cellM: number | undefined): GridReport {
  if (packet.kind === 'raster') return { template: 'raster', width: packet.columns, height: packet.rows };
  const { radials, gates, firstGate } = packet;
  const distance = cellM === undefined ? {} : { firstGateM: firstGate * cellM, gateM: cellM };
  return { template: 'radial', radials, gates, ...distance };
}
