import { groupRuns, modelIds, modelRunFor, models, type ModelFrame, type ModelId } from '@severe/catalogue';

/** Starts of runs of a model; undefined without a frame. */
interface ShownRuns {
  /** The newest run with any frame: how current the source is. */
  newest: Date | undefined;
  /** The run of requests that name none: the one that tiles, points and summaries show. */
  shown: Date | undefined;
}

export type ModelRuns = Readonly<Record<ModelId, ShownRuns>>;

/** The runs of every model. @param framesOf reads the visible frames of a model */
export async function readModelRuns(framesOf: (id: ModelId) => Promise<ModelFrame[]>, now: Date): Promise<ModelRuns> {
  const all = await Promise.all(
    modelIds.map(async (id) => {
      const runs = groupRuns(await framesOf(id));
      return [id, { newest: runs[0]?.runAt, shown: modelRunFor(models[id], runs, now)?.runAt }] as const;
    }),
  );
  return Object.fromEntries(all) as Record<ModelId, ShownRuns>;
}
