import type { NewObservation } from '@severe/db';
import { Dice, loadTime, minutesBefore, states, type Fill } from './world.ts';
import { unlessShort } from '../support/short-form.ts';

export const stations = 2000;
const hours = unlessShort(50, 5);

/** Hourly observations of many stations. */
export const observations: Fill = {
  of: `${stations * hours} observations of ${stations} stations`,
  async run(db) {
    const dice = new Dice(14);
    const places = placesOf(dice);
    for (let hour = 0; hour < hours; hour++) await db.observations.store(hourOf(places, hour, dice));
  },
};

interface Station {
  name: string;
  at: [number, number];
  state: string;
}

export function placesOf(dice: Dice): Station[] {
  return Array.from({ length: stations }, (_, i) => ({ name: nameOf(i), at: dice.place(), state: dice.one(states) }));
}

/** The observations of all stations, some hours ago. */
export function hourOf(places: readonly Station[], hour: number, dice: Dice): NewObservation[] {
  return places.map((place) => observationOf(place, hour, dice));
}

function observationOf({ name, at: [lon, lat], state }: Station, hour: number, dice: Dice): NewObservation {
  const temperatureC = dice.whole(-10, 38);
  return {
    station: name,
    name: `Airport of ${name}`,
    state,
    elevationM: dice.whole(0, 2000),
    lon,
    lat,
    at: minutesBefore(loadTime, hour * 60 + dice.whole(1, 20)),
    source: 'iem',
    temperatureC,
    dewpointC: temperatureC - dice.whole(0, 15),
    humidityPct: dice.whole(20, 100),
    windSpeedKmh: dice.whole(0, 60),
    windGustKmh: null,
    windDirDeg: dice.whole(0, 35) * 10,
    pressureHpa: dice.whole(980, 1040),
    visibilityKm: 16,
    precip1hMm: 0,
    sky: 'BKN',
    weather: null,
  };
}

/** `KAAA`, `KAAB` … */
function nameOf(number: number): string {
  const letter = (power: number) => String.fromCharCode(65 + (Math.floor(number / 26 ** power) % 26));
  return `K${letter(2)}${letter(1)}${letter(0)}`;
}
