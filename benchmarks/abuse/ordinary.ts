import { Dice, round } from '../api/world.ts';

/** A kind of request. Its parameters are random, so that few responses are cached. */
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
const smallBox = (dice: Dice): string => {
  const [lon, lat] = dice.place();
  const half = dice.between(0.2, 2);
  return [lon - half, lat - half, lon + half, lat + half].map(round).join(',');
};

/** What other clients do: a map, its values, and lists of what is around a place. */
export const ordinary: Kind[] = [
  {
    name: 'tile in memory',
    path: (dice) => `/radar/tiles/composite-reflectivity/6/${dice.whole(11, 18)}/${dice.whole(22, 27)}.png`,
  },
  { name: 'drawn tile', path: (dice) => `/radar/tiles/composite-reflectivity/${deepTile(dice)}.png` },
  { name: 'value at a point', path: (dice) => `/radar/point?${place(dice)}` },
  { name: 'alerts in a box', path: (dice) => `/alerts?bbox=${smallBox(dice)}` },
  { name: 'reports of a week in a box', path: (dice) => `/reports?start=2026-05-13&bbox=${smallBox(dice)}` },
];
