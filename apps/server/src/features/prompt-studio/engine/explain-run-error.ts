import { ReadError, type ReadErrorCode } from '@recto/document-text/read-error'
import { ExtractionError } from '@recto/extraction/extract'
import { badRequest, failed } from '../../../platform/app-error.ts'

const oursToMend: readonly ReadErrorCode[] = ['timed-out', 'reader-crashed']

/** What went wrong in a run, as the caller may see it; anything unknown stays what it is. */
export function explainRunError(error: unknown): unknown {
  if (error instanceof ExtractionError) return explainRunError(error.cause)
  if (!(error instanceof ReadError)) return error
  return oursToMend.includes(error.code)
    ? failed(error.message, 'error', { cause: error })
    : badRequest(error.message, { cause: error })
}
