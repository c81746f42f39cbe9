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
    confidences,
    explanations,
    calibrations,
  }: Pick<FileResultView, 'evidence' | 'confidences' | 'explanations' | 'calibrations'>,
): readonly (readonly [string, ValueNode])[] =>
  Object.entries(output).map(([key, value]) => {
    const annotations = {
      evidence: evidence[key] ?? null,
      confidenceTree: confidences[key] ?? null,
    }
    const read = { ...annotations, explanation: explanations[key], calibration: calibrations[key] }
    return [key, buildValueTree(value as ParsedValue, read)] as const
  })
