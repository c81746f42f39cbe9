import { z } from 'zod'

/** Confidence with the shape of a value: a number for each scalar. */
export type SurenessTree =
  | number
  | null
  | readonly SurenessTree[]
  | { readonly [name: string]: SurenessTree }

/** Calibration of a value's confidence against expected values. */
export type Certainty = {
  /** Confidence before calibration. */
  readonly raw: number
  /** Lower and upper bound of the 95 % interval of the calibrated confidence. */
  readonly low: number
  readonly high: number
  readonly truths: number
}

const CertaintyReply = z
  .object({ raw_confidence: z.number(), low: z.number(), high: z.number(), truths: z.number() })
  .transform(({ raw_confidence: raw, ...known }): Certainty => ({ raw, ...known }))

/** Returns undefined if there are too few expected values to calibrate. */
export function certaintyFromWire(wire: unknown): Certainty | undefined {
  const known = CertaintyReply.safeParse(wire)
  return known.success ? known.data : undefined
}

const Metadata = z.object({
  calibration: z.record(z.string(), CertaintyReply),
  confidence: z.record(z.string(), z.number().nullable()),
})

/** Returns the calibration and the calibrated confidence of each value of a result, by key. */
export function certaintiesIn(metadata: unknown): {
  readonly certainties: Readonly<Record<string, Certainty>>
  readonly worth: Readonly<Record<string, number | null>>
} {
  const known = Metadata.safeParse(metadata)
  return known.success
    ? { certainties: known.data.calibration, worth: known.data.confidence }
    : { certainties: {}, worth: {} }
}

type Known = {
  readonly certainty: Certainty | undefined
  /** Calibrated confidence of the whole value. */
  readonly worth: number | null
}

/**
 * Expected values cover whole values only: a single number is replaced by the calibrated
 * confidence, while the parts of a value keep the confidence before calibration.
 */
export const calibratedSureness = (
  sureness: SurenessTree,
  { certainty, worth }: Known,
): SurenessTree => (certainty && typeof sureness === 'number' ? worth : sureness)
