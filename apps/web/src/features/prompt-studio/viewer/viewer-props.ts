import type { Mark } from '../outputs/marks.ts'

export type ViewerProps = {
  readonly file: Blob
  readonly name: string
  /** What can be pointed out on the document. */
  readonly marks: readonly Mark[]
}
