import { ApiError, type Result } from '@severe/client';

/** The data of a result. @throws {ApiError} the service refused the request */
export async function dataOf<T>(result: Promise<Result<T>>): Promise<T> {
  const { data, error } = await result;
  if (error) throw new ApiError(error);
  return data;
}
