import type { OpenDocument } from '../pdfium/pdfium.ts'

/** Loads a page for the duration of `use`. Returns `undefined` when it does not load. */
export function withPage<Result>(
  { pdfium, document }: OpenDocument,
  number: number,
  use: (page: number) => Result,
): Result | undefined {
  const page = pdfium.FPDF_LoadPage(document, number)
  if (page === 0) return undefined
  try {
    return use(page)
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}
