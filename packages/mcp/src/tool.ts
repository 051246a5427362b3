import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Client } from '@severe/client';
import type { z } from 'zod';

/** A tool of an assistant. */
export interface Tool<Input extends z.ZodType> {
  name: string;
  title: string;
  /** For the assistant: when to use it, and what it gives. */
  description: string;
  input: Input;
  run: (given: z.infer<Input>, client: Client) => Promise<ContentBlock[]>;
}

/** Gives a tool the types of its input. */
export const tool = <Input extends z.ZodType>(definition: Tool<Input>): Tool<Input> => definition;

/** Lines as the content of an answer; what is null is left out. */
export function lines(...all: (string | null | undefined)[]): ContentBlock {
  return { type: 'text', text: all.filter((line) => line !== null && line !== undefined && line !== '').join('\n') };
}
