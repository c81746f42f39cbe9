import type { LoadedPages, OpenDocument, Pdfium } from './pdfium.ts'

type HeldPage = { readonly number: number; readonly page: number; isChanged: boolean }

/** Opens the pages of a document, of which none is loaded yet. */
export function openPages(pdfium: Pdfium, document: number): LoadedPages {
  let heldPage: HeldPage | undefined
  let uses = 0

  function release(): void {
    if (heldPage) pdfium.FPDF_ClosePage(heldPage.page)
    heldPage = undefined
  }

  function load(number: number): number {
    if (heldPage?.number === number && !heldPage.isChanged) return heldPage.page
    release()
    const page = pdfium.FPDF_LoadPage(document, number)
    if (page !== 0) heldPage = { number, page, isChanged: false }
    return page
  }

  return {
    with(number, use) {
      // A page that is in use keeps its state, whatever else is loaded meanwhile.
      if (uses > 0 && heldPage?.number !== number)
        return withTemporaryPage(pdfium, { document, number }, use)
      const page = uses > 0 && heldPage ? heldPage.page : load(number)
      if (page === 0) return undefined
      uses += 1
      try {
        return use(page)
      } finally {
        uses -= 1
      }
    },
    markChanged() {
      if (heldPage) heldPage.isChanged = true
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

/** Loads a page for the duration of `use`. Returns `undefined` when it does not load. */
export function withPage<Result>(
  { pages }: Pick<OpenDocument, 'pages'>,
  number: number,
  use: (page: number) => Result,
): Result | undefined {
  return pages.with(number, use)
}
