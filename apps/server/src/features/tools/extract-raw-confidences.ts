import type { RunValue } from '@recto/extraction/choose-pass-criteria'

type Fields = Readonly<Record<string, unknown>>

/** A stored result; in those of earlier versions any part may be missing. */
export type StoredResult = {
  readonly output?: unknown
  readonly metadata?:
    | {
        readonly confidence?: unknown
        readonly calibration?: unknown
        readonly errors?: unknown
      }
    | undefined
}

/** Extracts the confidence of each value before calibration, or why there is none. */
export function extractRawConfidences({
  output,
  metadata,
}: StoredResult): ReadonlyMap<string, RunValue> {
  const errors = toFields(metadata?.errors)
  const confidences = toFields(metadata?.confidence)
  const calibration = toFields(metadata?.calibration)
  return new Map(
    Object.entries(toFields(output)).map(([key, value]): [string, RunValue] => {
      if (Object.hasOwn(errors, key)) return [key, 'failed']
      if (value === null || value === undefined) return [key, 'empty']
      const rawConfidence = toFields(calibration[key]).raw_confidence ?? confidences[key]
      return [key, { confidence: typeof rawConfidence === 'number' ? rawConfidence : 0 }]
    }),
  )
}

const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
