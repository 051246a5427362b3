/**
 * Ages of the earlier frames that tell the motion, minutes. More frames between them do not raise the skill: on real mosaics of 2
 * minutes, three frames have the scores of sixteen.
 */
const wantedAges = [10, 20, 30];

/** As many frames are all used. */
const fewFrames = 3;

/**
 * Chooses earlier frames for the estimate of motion: those nearest to some ages.
 *
 * @param ages of the frames, minutes before the newest
 * @returns their indices, youngest first
 */
export function pastAges(ages: readonly number[]): number[] {
  const all = ages.map((_, i) => i);
  const nearestTo = (wanted: number): number =>
    all.reduce((best, i) => (Math.abs(ages[i] - wanted) < Math.abs(ages[best] - wanted) ? i : best), 0);
  const chosen = ages.length <= fewFrames ? all : [...new Set(wantedAges.map(nearestTo))];
  return chosen.toSorted((one, other) => ages[one] - ages[other]);
}
