import { removeFoundationYear } from './letterhead-lines.ts'

/** Whether a text contains a postcode in the notation of any country. */
export const hasPostcode = (text: string): boolean => containsPostcode(removeFoundationYear(text))

const containsPostcode = (text: string): boolean =>
  /(?<!\d)\d{4,6}(?!\d)|(?<!\d)\d{2,3}[- ]\d{2,3}(?!\d)|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/u.test(
    text,
  )
