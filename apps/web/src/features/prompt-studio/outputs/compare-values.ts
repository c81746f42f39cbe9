import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { parseOutput } from './format-value.ts'

export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** The same value may be written in different ways, such as with trailing spaces. */
export function hasSameValue(
  output: PromptOutput,
  otherOutput: PromptOutput,
  { type }: Prompt,
): boolean {
  if (output.value === null || otherOutput.value === null) return output.value === otherOutput.value
  const toComparableText = (text: string) => toText(parseOutput(text, type)).trim()
  return toComparableText(output.value) === toComparableText(otherOutput.value)
}
