import type { Schemas } from './generated.ts';

/** One invalid parameter or field of a 422. */
export type Fault = Schemas['ValidationError']['detail'][number];

/** An error response, as a value. */
export interface Problem {
  status: number;
  /** A sentence; in a 422 a list with an item for each invalid parameter. */
  detail: string | Fault[];
  /** `detail` in one line. */
  message: string;
}

/** An error response, thrown where it cannot be returned: while iterating over a list. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Reads an error response. If it is from a proxy and not from the service, `detail` is its status. */
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
