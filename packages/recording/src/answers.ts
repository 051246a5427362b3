import { keyOf, type Answer, type AskedFor } from './format.ts';
import { shapeOf, type RecordedRun, type Recording } from './read.ts';

/** Finds the answer to each request of a feed. */
export type Answers = (asked: AskedFor) => Answer | undefined;

/**
 * The answers of one recorded run: each once, to the request that it answered. A request whose query differs in values,
 * such as a time that includes seconds, gets the first unused answer of its kind. A request that the run did not make
 * gets what the recording had by its end.
 */
export function answersOfRun(recording: Recording, run: RecordedRun): Answers {
  const unused = [...run.answers];
  const take = (matches: (answer: Answer) => boolean): Answer | undefined => {
    const position = unused.findIndex(matches);
    return position < 0 ? undefined : unused.splice(position, 1)[0];
  };
  return (asked) => {
    const [key, shape] = [keyOf(asked), shapeOf(asked)];
    return (
      take((answer) => keyOf(answer) === key) ??
      recording.find(asked, run.to, run.feed) ??
      recording.find(asked, run.to) ??
      take((answer) => shapeOf(answer) === shape)
    );
  };
}
