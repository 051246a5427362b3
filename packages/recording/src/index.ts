export type { Answer, AskedFor, Outcome, RecordingOf } from './format.ts';
export { openRecording, type Recording, type RecordedRun } from './read.ts';
export { answersOfRun, type Answers } from './answers.ts';
export { serveRecording, type RecordingServer } from './serve.ts';
export { isUnchanged } from './serve.ts';
export { createWriter, redacted, type RecordingWriter } from './write.ts';
