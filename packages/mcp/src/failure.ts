import { ApiError } from '@severe/client';

/** A failure that a request for a tool explains: what was found, and what is needed. */
export class ToolError extends Error {}

/** What an assistant is told of a failure. */
export function failureOf(error: unknown): string {
  if (error instanceof ToolError) return error.message;
  if (error instanceof ApiError) return `The service refused the request: ${error.message}`;
  const { message, cause } = error as Error;
  return `The service could not be reached: ${[message, (cause as Error | undefined)?.message].filter(Boolean).join(', ')}`;
}
