import { Dice, round } from '../api/world.ts';

/** A kind of request of the client that takes all it can get. Its parameters are random, so that no response is cached. */
export interface Kind {
  name: string;
  path: (dice: Dice) => string;
}

/** A tile of zoom 10 over the central United States. */
const deepTile = (dice: Dice): string => `10/${dice.whole(200, 270)}/${dice.whole(370, 430)}`;
const place = (dice: Dice): string => {
  const [lon, lat] = dice.place();
  return `lat=${lat.toFixed(4)}&lon=${lon.toFixed(4)}`;
};
/** A box of most of the country, so that its answer is as large as it can be. */
const largeBox = (dice: Dice): string =>
  [-125 + dice.between(0, 1), 24 + dice.between(0, 1), -66 - dice.between(0, 1), 50 - dice.between(0, 1)]
    .map((value) => value.toFixed(6))
    .join(',');
const smallBox = (dice: Dice): string => {
  const [lon, lat] = dice.place();
  const half = dice.between(0.2, 2);
  return [lon - half, lat - half, lon + half, lat + half].map(round).join(',');
};

/** The dearest requests that are known. */
export const mix: Kind[] = [
  {
    name: 'film strip of 6 h of satellite, level 10',
    path: (dice) => `/satellite/loop/ir/${deepTile(dice)}.webp?minutes=360&interval=5`,
  },
  {
    name: 'film strip of 6 h of satellite, level 6',
    path: (dice) => `/satellite/loop/ir/6/${dice.whole(11, 18)}/${dice.whole(22, 27)}.webp?minutes=360&interval=5`,
  },
  {
    name: 'film strip of 1 h of radar, level 10',
    path: (dice) => `/radar/loop/composite-reflectivity/${deepTile(dice)}.webp?minutes=60&interval=2`,
  },
  {
    name: '20,000 flashes',
    path: (dice) => `/lightning?minutes=${dice.whole(15, 180)}&limit=20000&bbox=${largeBox(dice)}`,
  },
  { name: 'HRRR at a point, 48 h', path: (dice) => `/models/hrrr/point?hours=48&${place(dice)}` },
  { name: '1,000 reports', path: (dice) => `/reports?limit=1000&bbox=${largeBox(dice)}` },
  { name: '1,000 alerts', path: (dice) => `/alerts?limit=1000&active=false&bbox=${largeBox(dice)}` },
  { name: 'alerts in a small box', path: (dice) => `/alerts?bbox=${smallBox(dice)}` },
  { name: 'tile, level 10', path: (dice) => `/radar/tiles/composite-reflectivity/${deepTile(dice)}.png` },
  {
    name: 'tile of 512 pixels as WebP, level 10',
    path: (dice) => `/satellite/tiles/ir/${deepTile(dice)}@2x.webp`,
  },
  { name: 'tile of values, level 10', path: (dice) => `/radar/values/composite-reflectivity/${deepTile(dice)}.png` },
  { name: 'summary of a place', path: (dice) => `/locations/summary?${place(dice)}` },
  { name: 'briefing of a place', path: (dice) => `/briefing/point?${place(dice)}` },
  { name: 'timeline of a place, 48 h', path: (dice) => `/briefing/timeline?hours=48&${place(dice)}` },
];

/** What other clients do: a map and its values. */
export const ordinary: Kind[] = [
  {
    name: 'tile in memory',
    path: (dice) => `/radar/tiles/composite-reflectivity/6/${dice.whole(11, 18)}/${dice.whole(22, 27)}.png`,
  },
  { name: 'drawn tile', path: (dice) => `/radar/tiles/composite-reflectivity/${deepTile(dice)}.png` },
  { name: 'value at a point', path: (dice) => `/radar/point?${place(dice)}` },
];
