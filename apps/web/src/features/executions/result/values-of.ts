import { type ParsedValue, treeOf, type ValueNode } from '../../prompt-studio/prompt-studio.port.ts'
import type { FileResultView } from '../file-outcome.ts'

/** Every value of a file with the places where it was read. */
export const valuesOf = (
  output: NonNullable<FileResultView['output']>,
  { evidence, sureness }: Pick<FileResultView, 'evidence' | 'sureness'>,
): readonly (readonly [string, ValueNode])[] =>
  Object.entries(output).map(([key, value]) => {
    const read = { evidence: evidence[key] ?? null, sureness: sureness[key] ?? null }
    return [key, treeOf(value as ParsedValue, read)] as const
  })
