import type { RunValue } from '@recto/extraction/choose-passing'

type Fields = Readonly<Record<string, unknown>>

/** A result as it is stored, of which any part may be missing in those of earlier versions. */
type StoredResult = {
  readonly output?: unknown
  readonly metadata?:
    | {
        readonly confidence?: unknown
        readonly calibration?: unknown
        readonly errors?: unknown
      }
    | undefined
}

/** How sure the machine was of each value of a result, before calibration. */
export function runValuesOf({ output, metadata }: StoredResult): ReadonlyMap<string, RunValue> {
  const errors = fieldsIn(metadata?.errors)
  const confidences = fieldsIn(metadata?.confidence)
  const calibration = fieldsIn(metadata?.calibration)
  return new Map(
    Object.entries(fieldsIn(output)).map(([key, value]): [string, RunValue] => {
      if (Object.hasOwn(errors, key)) return [key, 'failed']
      if (value === null || value === undefined) return [key, 'empty']
      const raw = fieldsIn(calibration[key]).raw_confidence ?? confidences[key]
      return [key, { confidence: typeof raw === 'number' ? raw : 0 }]
    }),
  )
}

const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
