import type { Schemas } from './generated.ts';

/** What is wrong with one parameter or field, as a 422 tells it. */
export type Fault = Schemas['ValidationError']['detail'][number];

/** An answer that is no success, as a value. */
export interface Problem {
  status: number;
  /** A sentence; or, of a 422, an item for each parameter that is wrong. */
  detail: string | Fault[];
  /** The same in one line. */
  message: string;
}

/** A problem where there is no place for a value: in the middle of a list. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Reads what went wrong. What comes from a proxy on the way, and not from the service, has its status for a detail. */
export async function problemOf(response: Response): Promise<Problem> {
  const { status } = response;
  const text = await response.text();
  const detail = detailIn(text) ?? `HTTP ${status} ${response.statusText}`.trimEnd();
  return { status, detail, message: typeof detail === 'string' ? detail : detail.map(sentenceOf).join('; ') };
}

function detailIn(text: string): Problem['detail'] | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' || Array.isArray(detail) ? detail : undefined;
  } catch {
    return undefined;
  }
}

/** `query limit: Input should be less than or equal to 1000` */
function sentenceOf({ loc, msg }: Fault): string {
  return `${loc.join(' ')}: ${msg}`;
}
