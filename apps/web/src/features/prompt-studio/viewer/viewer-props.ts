import type { ReactNode } from 'react'
import type { PromptDocument } from '../document.ts'
import type { Mark } from '../outputs/marks.ts'

export type ViewerProps = {
  readonly file: Blob
  readonly document: PromptDocument
  /** What can be pointed out on the document. */
  readonly marks: readonly Mark[]
  /** Stands in its place when it is locked with a password. */
  readonly locked: ReactNode
}
