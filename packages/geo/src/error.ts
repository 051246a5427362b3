/** An invalid spatial parameter; the message is meant for the client. */
export class AreaError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AreaError';
  }
}
