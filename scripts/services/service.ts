/** Starts and ends one service. `folder` holds its data, log and process id. */
export interface Service {
  isInstalled(): boolean;
  /** Starts the service; it continues after this process. @throws {Error} the reason, with the end of its log */
  start(folder: string): Promise<void>;
  /** Process id of the service started there, if it still runs. */
  pidOf(folder: string): number | undefined;
  stop(pid: number): Promise<void>;
}
