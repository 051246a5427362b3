/**
 * The result of a promise, or an error if it is pending for longer than `ms`. The operation behind the promise is not
 * cancelled. An infinite timeout is none.
 *
 * @param createError creates the error of the timeout
 */
export function withTimeout<T>(
  ms: number,
  promise: Promise<T>,
  createError: () => Error = () => new Error(`no result within ${ms} ms`),
): Promise<T> {
  if (ms === Infinity) return promise;
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(createError());
    // After a stall of the event loop the result may already be in the socket: input is read before the timeout counts.
    const timer = setTimeout(() => setImmediate(expire), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
