import type { ReactNode } from 'react'
import type { PromptDocument } from '../document.ts'
import type { Highlight } from '../outputs/highlights.ts'

export type ViewerProps = {
  readonly file: Blob
  readonly document: PromptDocument
  /** Values that can be highlighted on the document. */
  readonly highlights: readonly Highlight[]
  /** Shown instead if the document is protected with a password. */
  readonly lockedContent: ReactNode
}
