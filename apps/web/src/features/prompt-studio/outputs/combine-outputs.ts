import type { Prompt } from '../prompt.ts'
import { type ParsedValue, parseOutput } from './format-value.ts'

/** Texts by prompt key: null if nothing was found, empty if the prompt has not run. */
export type CombinedTexts = Readonly<Record<string, string | null>>

/** Parses the values of all prompts into one object. */
export function combineOutputs(
  texts: CombinedTexts,
  prompts: readonly Prompt[],
): Readonly<Record<string, ParsedValue>> {
  const typesByKey = new Map(prompts.map(({ key, type }) => [key, type]))
  const entries = Object.entries(texts).map(([key, text]) => {
    const type = typesByKey.get(key)
    const isValue = text !== null && text !== ''
    return [key, type && isValue ? parseOutput(text, type) : text] as const
  })
  return Object.fromEntries(entries)
}
