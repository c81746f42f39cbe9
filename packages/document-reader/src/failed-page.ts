import { ReadError, type ReadErrorCode } from '@recto/document-text/read-error'
import type { ReadPage } from '@recto/document-text/reader'
import type { SourcedPage } from './pages/page-source.ts'
import type { ReadRequest } from './read-request.ts'

/** Errors that the picture of a single page can cause. Any other error would affect all pages. */
const codesOfOnePage: readonly ReadErrorCode[] = [
  'timed-out',
  'reader-crashed',
  'too-large',
  'broken-file',
]

/**
 * Completes a page. One that fails by itself is kept with its failure, and with what the file itself says of it,
 * where the caller asked for that; else its failure is thrown, with the page's number. Throws `ReadError`.
 */
export async function orFailedPage(
  sourcedPage: SourcedPage,
  { keepsFailedPages }: Pick<ReadRequest, 'keepsFailedPages'>,
  complete: () => Promise<ReadPage>,
): Promise<ReadPage> {
  const start = performance.now()
  try {
    return await complete()
  } catch (error) {
    const failure = failureOf(sourcedPage, error)
    if (!failure) throw error
    if (!keepsFailedPages) throw failure
    const { page, total, requestedCount } = sourcedPage
    const seconds = sourcedPage.seconds + (performance.now() - start) / 1000
    return { page: { ...page, failure: failure.message }, total, requestedCount, seconds }
  }
}

/** A document of one page is the page: its message needs no number. */
function failureOf({ page, total }: SourcedPage, error: unknown): ReadError | undefined {
  if (!(error instanceof ReadError) || !codesOfOnePage.includes(error.code)) return undefined
  if (total === 1) return error
  const message = `Page ${page.number + 1} cannot be read: ${error.message}`
  return new ReadError(error.code, message, { cause: error })
}
