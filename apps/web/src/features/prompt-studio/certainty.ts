import { z } from 'zod'

/** Mirrors a value, with a number for each scalar. */
export type SurenessTree =
  | number
  | null
  | readonly SurenessTree[]
  | { readonly [name: string]: SurenessTree }

/** How well it is known, by truths, what the confidence of a value is worth. */
export type Certainty = {
  /** The confidence as the machine gave it. */
  readonly raw: number
  /** Between which the calibrated one lies with 95 %. */
  readonly low: number
  readonly high: number
  readonly truths: number
}

const CertaintyReply = z
  .object({ raw_confidence: z.number(), low: z.number(), high: z.number(), truths: z.number() })
  .transform(({ raw_confidence: raw, ...known }): Certainty => ({ raw, ...known }))

/** `undefined` where truths are too few. */
export function certaintyFromWire(wire: unknown): Certainty | undefined {
  const known = CertaintyReply.safeParse(wire)
  return known.success ? known.data : undefined
}

const Metadata = z.object({
  calibration: z.record(z.string(), CertaintyReply),
  confidence: z.record(z.string(), z.number().nullable()),
})

/** Of the values of a result, by their keys, with what each confidence is worth. */
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
  /** Of the whole value. */
  readonly worth: number | null
}

/** Truths are about whole values: one number takes their word, parts keep what the machine gave. */
export const calibratedSureness = (
  sureness: SurenessTree,
  { certainty, worth }: Known,
): SurenessTree => (certainty && typeof sureness === 'number' ? worth : sureness)
