/**
 * Payment codes are on the first or last pages; other pages of a long document are not searched.
 */
const firstPages = 3
const lastPages = 2

/** Whether codes are searched for on a page of a PDF, zero-based. */
export function isCodePage(number: number, total: number): boolean {
  return number < firstPages || number >= total - lastPages
}

/** Returns the pictures of an image file, zero-based, in which codes are searched for. */
export function listCodePictures(total: number): readonly number[] {
  return Array.from({ length: Math.min(total, firstPages) }, (_, number) => number)
}
