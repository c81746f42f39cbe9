import type { HandwrittenRegion, Page } from './model.ts'

/** A region of handwriting in metadata: the page counts from 1, the box is in points from its top left corner. */
export type HandwritingEntry = HandwrittenRegion & { readonly page_no: number }

/** Lists the regions that look handwritten, for people who review them; `undefined` if there are none. */
export function listHandwriting(
  pages: readonly Pick<Page, 'number' | 'handwrittenRegions'>[],
): readonly HandwritingEntry[] | undefined {
  const entries = pages.flatMap(({ number, handwrittenRegions = [] }) =>
    handwrittenRegions.map(({ box, confidence }) => ({ page_no: number + 1, box, confidence })),
  )
  return entries.length > 0 ? entries : undefined
}
