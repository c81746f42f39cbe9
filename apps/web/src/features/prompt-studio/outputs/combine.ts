import type { Prompt } from '../prompt.ts'
import { type ParsedValue, parseOutput } from './format-value.ts'

/** One text for each key: null where nothing was found, empty where a prompt has not run. */
export type CombinedTexts = Readonly<Record<string, string | null>>

/** Values with their types, under their keys. */
export function combine(
  texts: CombinedTexts,
  prompts: readonly Prompt[],
): Readonly<Record<string, ParsedValue>> {
  const typeOf = new Map(prompts.map(({ key, type }) => [key, type]))
  const entries = Object.entries(texts).map(([key, text]) => {
    const type = typeOf.get(key)
    const isValue = text !== null && text !== ''
    return [key, type && isValue ? parseOutput(text, type) : text] as const
  })
  return Object.fromEntries(entries)
}
