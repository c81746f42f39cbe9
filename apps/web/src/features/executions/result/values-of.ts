import { type ParsedValue, treeOf, type ValueNode } from '../../prompt-studio/prompt-studio.port.ts'
import type { FileResultView } from '../file-outcome.ts'

/** Every value of a file with the places where it was read. */
export const valuesOf = (
  output: NonNullable<FileResultView['output']>,
  {
    evidence,
    sureness,
    explanations,
    certainties,
  }: Pick<FileResultView, 'evidence' | 'sureness' | 'explanations' | 'certainties'>,
): readonly (readonly [string, ValueNode])[] =>
  Object.entries(output).map(([key, value]) => {
    const own = { evidence: evidence[key] ?? null, sureness: sureness[key] ?? null }
    const read = { ...own, explanation: explanations[key], certainty: certainties[key] }
    return [key, treeOf(value as ParsedValue, read)] as const
  })
