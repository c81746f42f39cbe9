import { ReadError, type ReadErrorCode } from '@recto/document-text/read-error'
import { ExtractionError } from '@recto/extraction/extract'
import { UnreadableReplyError } from '@recto/extraction/unreadable-reply'
import { badRequest, conflict, failed } from '../../platform/app-error.ts'
import { breaksReference } from '../../platform/db/refusals.ts'

const oursToMend: readonly ReadErrorCode[] = ['timed-out', 'reader-crashed']

/** What went wrong in a run, as the caller may see it; anything unknown stays what it is. */
export function explainAnsweringError(error: unknown): unknown {
  if (error instanceof ExtractionError) return explainAnsweringError(error.cause)
  if (error instanceof UnreadableReplyError) return failed(error.message, { cause: error })
  if (breaksReference(error)) {
    const detail = 'The prompt, the document or the profile was deleted while it was run.'
    return conflict(detail, { cause: error })
  }
  if (!(error instanceof ReadError)) return error
  return oursToMend.includes(error.code)
    ? failed(error.message, { cause: error })
    : badRequest(error.message, { cause: error })
}

export function rethrowExplained(error: unknown): never {
  throw explainAnsweringError(error)
}
