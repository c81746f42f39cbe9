import { isContainer } from '@recto/exact-json/exact-number'
import type { PromptOutput } from '../output.ts'
import { hasSameValue, toText } from '../outputs/compare-values.ts'
import { parseOutput } from '../outputs/format-value.ts'
import type { Prompt } from '../prompt.ts'
import { isValue } from './fill-rate.ts'

/** A cell of a comparison table. */
export type ComparedCell = {
  readonly text: string
  readonly state: 'filled' | 'empty' | 'not run'
  /** Whether the profiles disagree on the value. */
  readonly differs: boolean
  /** Explains how the value was found, or why there is none; null if unknown. */
  readonly explanation: string | null
}

/** Builds the cell of a prompt and a profile from the outputs of a document. */
export function buildCell(
  prompt: Prompt,
  profileId: string | undefined,
  outputs: readonly PromptOutput[],
): ComparedCell {
  const promptOutputs = outputs.filter(({ promptId }) => promptId === prompt.id)
  const output = promptOutputs.find((candidate) => candidate.profileId === profileId)
  if (!output) return { text: 'not run', state: 'not run', differs: false, explanation: null }
  const differs = promptOutputs.some((candidate) => !hasSameValue(candidate, output, prompt))
  const { explanation } = output
  const value = output.value === null ? null : parseOutput(output.value, prompt.type)
  return isValue(value)
    ? {
        text: toRowTexts(value)?.join('; ') ?? toText(value),
        state: 'filled',
        differs,
        explanation,
      }
    : { text: 'not found', state: 'empty', differs, explanation }
}

/** Formats a table or a list of objects row by row; `undefined` for any other value. */
function toRowTexts(value: unknown): readonly string[] | undefined {
  const rows = isObject(value) && 'rows' in value ? value.rows : value
  if (!Array.isArray(rows) || !rows.every(isObject)) return undefined
  return rows.map((row) =>
    Object.values(row)
      .map((cell) => (cell === null ? '–' : toText(cell)))
      .join(' · '),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isContainer(value) && !Array.isArray(value)
