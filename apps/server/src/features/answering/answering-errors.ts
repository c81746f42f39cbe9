import { ReadError, type ReadErrorCode } from '@recto/document-text/read-error'
import { ExtractionError } from '@recto/extraction/extract'
import { UnreadableReplyError } from '@recto/extraction/unreadable-reply'
import { badRequest, conflict, failure } from '../../platform/app-error.ts'
import { violatesReference } from '../../platform/db/database-errors.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { isStorageUnavailable } from '../../platform/disk-full.ts'

const abortErrorNames = ['LeaseLostError', 'ClaimLostError', 'AbortError', 'CallWaitsError']

/**
 * Whether the error is no fault of a question but interrupts the whole run, which another try or
 * another worker repeats.
 */
export function endsRun(error: unknown): boolean {
  const isAborted = error instanceof Error && abortErrorNames.includes(error.name)
  return isAborted || isConnectionLost(error) || isStorageUnavailable(error)
}

/**
 * These errors are no fault of the document. One that takes too much time or memory, or breaks its reader, does so again: its
 * sender can send another one, and nobody can repair it here.
 */
const serverFaults: readonly ReadErrorCode[] = ['interrupted']

/**
 * Translates a failure of a run to an error for the caller; unknown errors are returned unchanged.
 */
export function explainAnsweringError(error: unknown): unknown {
  if (error instanceof ExtractionError) return explainAnsweringError(error.cause)
  if (error instanceof UnreadableReplyError) return failure(error.message, { cause: error })
  if (violatesReference(error)) {
    const detail = 'The prompt, the document or the profile was deleted during the run.'
    return conflict(detail, { cause: error })
  }
  if (!(error instanceof ReadError)) return error
  return serverFaults.includes(error.code)
    ? failure(error.message, { cause: error })
    : badRequest(error.message, { cause: error })
}

export function rethrowExplained(error: unknown): never {
  throw explainAnsweringError(error)
}
