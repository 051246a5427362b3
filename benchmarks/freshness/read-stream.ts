import type { DataEvent } from './events.ts';

/** Opens the live stream, and reads its events until the signal. @returns when it is open; `ended` rejects if it ends before */
export async function readStream(
  url: string,
  signal: AbortSignal,
  onEvent: (event: DataEvent) => void,
): Promise<{ ended: Promise<void> }> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`${url} answers ${response.status}`);
  const { body } = response;
  const read = async (): Promise<void> => {
    let text = '';
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (data) onEvent(JSON.parse(data) as DataEvent);
      }
    }
    throw new Error('the live stream has ended');
  };
  return { ended: read() };
}
