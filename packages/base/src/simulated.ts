/** What is said first of weather that is not real. */
export const simulatedNotice = 'This weather is SIMULATED: a storm day that never happened.';

/** A title of something that people read, which says whether the weather is real. */
export function titled(title: string, simulated: boolean): string {
  return `${simulated ? '[SIMULATED] ' : ''}${title}`;
}
