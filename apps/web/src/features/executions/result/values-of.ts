import {
  buildValueTree,
  type ParsedValue,
  type ValueNode,
} from '../../prompt-studio/prompt-studio.port.ts'
import type { FileResultView } from '../file-outcome.ts'

/** Lists the values of a file with the locations where they were read. */
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
    return [key, buildValueTree(value as ParsedValue, read)] as const
  })
