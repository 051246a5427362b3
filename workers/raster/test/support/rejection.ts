/** What a promise is rejected with; that it is kept is a failure. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`was not rejected, and gave ${JSON.stringify(value)}`);
}
