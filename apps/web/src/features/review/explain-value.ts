import { describeEvidence } from '../prompt-studio/prompt-studio.port.ts'
import type { ReviewedValue } from './reviewed-item.ts'

/** Lists explanations of a value. */
export function explanationsOf(
  { reviewReason, locations, explanation }: ReviewedValue,
  isDoubtful: boolean,
): readonly string[] {
  const [location] = locations
  const low = isDoubtful && reviewReason === 'Low Confidence' ? [reviewReason] : []
  // Embedded data and contradictions are already shown below the value.
  const read =
    location && !location.source && !location.contradicts ? [describeEvidence(location)] : []
  return [...low, ...read, ...(explanation ? [explanation] : [])]
}
