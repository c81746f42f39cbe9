import type { Pdfium } from './pdfium.ts'

/** Loads pages of an open document. The page that was used last stays loaded, to be used again. */
export type LoadedPages = {
  /** Loads a page for the duration of `use`. Returns `undefined` when it does not load. */
  with<Result>(number: number, use: (page: number) => Result): Result | undefined
  /** Whoever changed the page that is in use says so: it is loaded anew for the next use. */
  markChanged(): void
  /** Must be called before the document is closed. */
  close(): void
}

type HeldPage = { readonly number: number; readonly page: number; isChanged: boolean }

export function openPages(pdfium: Pdfium, document: number): LoadedPages {
  let held: HeldPage | undefined
  let uses = 0

  function release(): void {
    if (held) pdfium.FPDF_ClosePage(held.page)
    held = undefined
  }

  function load(number: number): number {
    if (held?.number === number && !held.isChanged) return held.page
    release()
    const page = pdfium.FPDF_LoadPage(document, number)
    if (page !== 0) held = { number, page, isChanged: false }
    return page
  }

  return {
    with(number, use) {
      // A page that is in use keeps its state, whatever else is loaded meanwhile.
      if (uses > 0 && held?.number !== number)
        return withTemporaryPage(pdfium, { document, number }, use)
      const page = uses > 0 && held ? held.page : load(number)
      if (page === 0) return undefined
      uses += 1
      try {
        return use(page)
      } finally {
        uses -= 1
      }
    },
    markChanged() {
      if (held) held.isChanged = true
    },
    close: release,
  }
}

type PageOfDocument = { readonly document: number; readonly number: number }

function withTemporaryPage<Result>(
  pdfium: Pdfium,
  { document, number }: PageOfDocument,
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
