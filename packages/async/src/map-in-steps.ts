import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items of a step: some milliseconds of the main thread for the largest records. */
const atOnce = 50;

/** Maps a long list, and lets others have the event loop after each step. */
export async function mapInSteps<Item, Made>(items: readonly Item[], map: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (let i = 0; i < items.length; i += atOnce) {
    if (i > 0) await nextTurn();
    for (const item of items.slice(i, i + atOnce)) made.push(map(item));
  }
  return made;
}
