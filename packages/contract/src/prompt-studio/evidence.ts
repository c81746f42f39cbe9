import { z } from 'zod'

/** `[x0, y0, x1, y1]` in points from the top left corner of the page as it is displayed. */
export const PageBox = z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly()
export type PageBox = z.output<typeof PageBox>

const Match = z.enum(['exact', 'normalised', 'inferred', 'derived'])

/**
 * The location on a page that a value was read from, with one box per line that the quote touches.
 */
export const EvidenceReply = z.object({
  /** Zero-based. */
  page: z.number().int(),
  boxes: z.array(PageBox).readonly(),
  quote: z.string(),
  match: Match,
  /** Ours: the embedded data that says it, such as `factur-x: GrandTotalAmount`; absent of what is printed. */
  source: z.string().max(1000).optional(),
  /** Ours: what is said here is not the value, and contradicts it. */
  contradicts: z.literal(true).optional(),
})
export type EvidenceReply = z.output<typeof EvidenceReply>

/**
 * Mirrors the value: a list of places for each scalar, lists and objects where the value has them,
 * null where no word of the document supports it.
 */
export type EvidenceTreeReply =
  | readonly EvidenceReply[]
  | readonly EvidenceTreeReply[]
  | { readonly [key: string]: EvidenceTreeReply }
  | null

export const EvidenceTreeReply: z.ZodType<EvidenceTreeReply> = z.lazy(() =>
  z.union([
    z.array(EvidenceReply),
    z.array(EvidenceTreeReply),
    z.record(z.string(), EvidenceTreeReply),
    z.null(),
  ]),
)
