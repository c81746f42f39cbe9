import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

export type OpenDocument = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly document: number
  /** Handle of the form environment; 0 when the document has no form. */
  readonly form: number
}
