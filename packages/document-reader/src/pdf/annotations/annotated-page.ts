import type { PageFrame } from '../pdfium/page-frame.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

/** A loaded page whose annotations are read. */
export type AnnotatedPage = {
  readonly pdfium: Pdfium
  /** Handle of the form environment; 0 when the document has no form. */
  readonly form: number
  readonly page: number
  readonly frame: PageFrame
  readonly scratch: Scratch
}
