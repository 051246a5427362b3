/** How one service is started and ended. `folder` is its own, for data, log and process id. */
export interface Service {
  isInstalled(): boolean;
  /** Starts it; it then outlives us. @throws {Error} saying why it cannot, with the end of its log */
  start(folder: string): Promise<void>;
  /** The id of the process that we started there and that still runs. */
  pidOf(folder: string): number | undefined;
  stop(pid: number): Promise<void>;
}
