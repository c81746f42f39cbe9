import { z } from 'zod'

/** `[x0, y0, x1, y1]` in points from the top left corner of the page as it is displayed. */
export const Box = z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly()
export type Box = z.output<typeof Box>

export const Match = z.enum(['exact', 'normalised', 'inferred'])
export type Match = z.output<typeof Match>

/** Where on a page a value was read; one box for each line that the quote touches. */
export const Evidence = z.object({
  /** Zero-based. */
  page: z.number().int(),
  boxes: z.array(Box).readonly(),
  quote: z.string(),
  match: Match,
})
export type Evidence = z.output<typeof Evidence>

/**
 * Mirrors the value: a list of places for each scalar, lists and objects where the value has them,
 * null where no word of the document supports it.
 */
export type EvidenceTree =
  | readonly Evidence[]
  | readonly EvidenceTree[]
  | { readonly [key: string]: EvidenceTree }
  | null

export const EvidenceTree: z.ZodType<EvidenceTree> = z.lazy(() =>
  z.union([z.array(Evidence), z.array(EvidenceTree), z.record(z.string(), EvidenceTree), z.null()]),
)
