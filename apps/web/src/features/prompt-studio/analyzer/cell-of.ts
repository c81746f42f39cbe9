import type { PromptOutput } from '../output.ts'
import { parseOutput } from '../outputs/format-value.ts'
import type { LlmProfile } from '../profile.ts'
import type { Prompt } from '../prompt.ts'
import { profileIdOf } from './analyzer-facts.ts'
import { isValue } from './fill-rate.ts'

/** How a value stands in a table. */
export type ComparedCell = {
  readonly text: string
  readonly state: 'filled' | 'empty' | 'not run'
  /** Whether profiles do not agree on it. */
  readonly differs: boolean
  /** How it was found, or why it was not, where that is known. */
  readonly why: string | null
}

/** What one prompt gave under one profile, among the outputs of a document. */
export function cellOf(
  prompt: Prompt,
  profileId: string | undefined,
  outputs: readonly PromptOutput[],
): ComparedCell {
  const own = outputs.filter(({ promptId }) => promptId === prompt.id)
  const output = own.find((it) => it.profileId === profileId)
  if (!output) return { text: 'not run', state: 'not run', differs: false, why: null }
  const differs = own.some((it) => !isSame(it, output, prompt))
  const why = output.explanation
  const value = output.value === null ? null : parseOutput(output.value, prompt.type)
  return isValue(value)
    ? { text: rowsOf(value)?.join('; ') ?? textOf(value), state: 'filled', differs, why }
    : { text: 'not found', state: 'empty', differs, why }
}

/** Under the profile whose value the combined output takes. */
export const defaultCellOf = (
  prompt: Prompt,
  profiles: readonly LlmProfile[],
  outputs: readonly PromptOutput[],
): ComparedCell => cellOf(prompt, profileIdOf(prompt, profiles), outputs)

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** A table or a list as somebody reads it, row by row; `undefined` for any other value. */
function rowsOf(value: unknown): readonly string[] | undefined {
  const rows = isObject(value) && 'rows' in value ? value.rows : value
  if (!Array.isArray(rows) || !rows.every(isObject)) return undefined
  return rows.map((row) =>
    Object.values(row)
      .map((cell) => (cell === null ? '–' : textOf(cell)))
      .join(' · '),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same value may be written in two ways, such as with blanks at its end. */
function isSame(one: PromptOutput, other: PromptOutput, { type }: Prompt): boolean {
  if (one.value === null || other.value === null) return one.value === other.value
  const written = (output: string) => textOf(parseOutput(output, type)).trim()
  return written(one.value) === written(other.value)
}
