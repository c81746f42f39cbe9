import type { Box } from '@recto/document-text/model'

/** A kind of code as its pattern shows it; several formats may share a pattern. */
export type CodePattern = 'qr' | 'aztec' | 'data-matrix' | 'pdf417' | 'linear'

/** A part of a picture that may be a code. */
export type CodeSuspect = {
  readonly pattern: CodePattern
  /** In pixels, with the quiet zone that decoders need; may reach beyond the picture. */
  readonly box: Box
  /** Estimated size of a module, or the width of the narrowest bar, in pixels. */
  readonly moduleSize: number
}
