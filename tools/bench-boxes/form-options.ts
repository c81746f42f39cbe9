import type { Box } from '@recto/document-text/model'
import type { Random } from './random.ts'
import type { BoxKind, FormHalf } from './wordings.ts'

export type KnownBox = {
  readonly kind: BoxKind
  /** Points from the top left corner of the page. */
  readonly box: Box
  readonly isTicked: boolean
  readonly label: string
  readonly labelBox: Box
}

export type FormOptions = {
  readonly half: FormHalf
  readonly random: Random
  /** Points: the side of a box. */
  readonly side: number
  /** Fields exist in a digital file only. */
  readonly isDigital: boolean
  /** Boxes close together, in columns, cells and sentences. */
  readonly isDense?: boolean
}
