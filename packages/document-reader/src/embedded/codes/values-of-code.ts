import type { EmbeddedData, EmbeddedPlace } from '@recto/document-text/embedded'
import { readEpc } from './read-epc.ts'
import { readGs1 } from './read-gs1.ts'
import { readSwissBill } from './read-swiss-bill.ts'

/** A code as it was read in a picture. */
export type Code = {
  /** `QRCode`, `Code128` … */
  readonly format: string
  readonly text: string
  /** Its text is elements of the GS1 standard. */
  readonly isGs1: boolean
}

const maxTextLength = 4000

/**
 * What a code says: the fields of a payment code, the elements of a GS1 code, or its text, of whatever kind it is: an
 * address in it is shown as a text, and neither opened nor followed.
 */
export function valuesOfCode({ format, text, isGs1 }: Code, place: EmbeddedPlace): EmbeddedData {
  const payment = readSwissBill(text, place) ?? readEpc(text, place)
  if (payment) return payment
  if (isGs1) return readGs1(text, place)
  const value = text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
  if (value === '') return { values: [], problems: [] }
  const code = { source: 'code', name: format, term: 'code:text', kind: 'text' } as const
  return { values: [{ ...code, value, place }], problems: [] }
}
