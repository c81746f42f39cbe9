import type { PageFacts } from './page-facts.ts'

/** A page and the pages around it, without blank and separator pages. */
export type BoundaryPlace = {
  readonly page: PageFacts
  readonly previous: PageFacts
  /** First page of the part that the page may go on with. */
  readonly first: PageFacts
  readonly next?: PageFacts | undefined
  /** A blank page is between the page and the previous one. */
  readonly isAfterBlank: boolean
}
