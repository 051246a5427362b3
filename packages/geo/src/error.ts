/** A text that names no place, with a sentence for whoever wrote it. */
export class AreaError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AreaError';
  }
}
