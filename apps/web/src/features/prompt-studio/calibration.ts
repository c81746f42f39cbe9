import { z } from 'zod'

/** Confidence with the shape of a value: a number for each scalar. */
export type NestedConfidence =
  | number
  | null
  | readonly NestedConfidence[]
  | { readonly [name: string]: NestedConfidence }

/** Calibration of a value's confidence against expected values. */
export type Calibration = {
  /** Confidence before calibration. */
  readonly raw: number
  /** Lower and upper bound of the 95 % interval of the calibrated confidence. */
  readonly low: number
  readonly high: number
  readonly truths: number
}

const CalibrationReply = z
  .object({ raw_confidence: z.number(), low: z.number(), high: z.number(), truths: z.number() })
  .transform(({ raw_confidence: raw, ...rest }): Calibration => ({ raw, ...rest }))

/** Returns undefined if there are too few expected values to calibrate. */
export function calibrationFromWire(wire: unknown): Calibration | undefined {
  const result = CalibrationReply.safeParse(wire)
  return result.success ? result.data : undefined
}

const Metadata = z.object({
  calibration: z.record(z.string(), CalibrationReply),
  confidence: z.record(z.string(), z.number().nullable()),
})

/** Returns the calibration and the calibrated confidence of each value of a result, by key. */
export function calibrationsIn(metadata: unknown): {
  readonly calibrations: Readonly<Record<string, Calibration>>
  readonly calibratedConfidences: Readonly<Record<string, number | null>>
} {
  const result = Metadata.safeParse(metadata)
  return result.success
    ? { calibrations: result.data.calibration, calibratedConfidences: result.data.confidence }
    : { calibrations: {}, calibratedConfidences: {} }
}

type CalibrationResult = {
  readonly calibration: Calibration | undefined
  /** Calibrated confidence of the whole value. */
  readonly calibratedConfidence: number | null
}

/**
 * Expected values cover whole values only: a single number is replaced by the calibrated
 * confidence, while the parts of a value keep the confidence before calibration.
 */
export const applyCalibration = (
  confidence: NestedConfidence,
  { calibration, calibratedConfidence }: CalibrationResult,
): NestedConfidence =>
  calibration && typeof confidence === 'number' ? calibratedConfidence : confidence
