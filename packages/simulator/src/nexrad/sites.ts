import { radarSites, type RadarSite } from '@severe/catalogue';

/** The central plains and their surroundings, where the simulated storms occur. */
const area = { south: 30.5, north: 42.5, west: -104.9, east: -89.5 };

/** The radars that send volumes, in order of their names. The others of the network are silent. */
export const volumeSites: RadarSite[] = radarSites
  .filter(({ lat, lon }) => lat > area.south && lat < area.north && lon > area.west && lon < area.east)
  .toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** Height of the antenna above the ground, metres. */
export const towerM = 20;
