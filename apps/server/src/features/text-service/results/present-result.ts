import type * as api from '@recto/contract/text-service/text-service'
import { highlightEntry } from '@recto/document-text/layout/line-table'
import { omitUndefined } from '@recto/omit-undefined'
import type { PageProgress, TextJobRow } from '../jobs/text-jobs.store.ts'
import type { TextResult } from './result-files.ts'

export function presentResult(
  job: TextJobRow,
  result: TextResult,
  pages: readonly PageProgress[],
): api.WhisperResult {
  const withConfidence = job.options.hasLineConfidence
  return {
    result_text: result.text,
    confidence_metadata: result.confidence,
    line_metadata: result.lines.map((row) => highlightEntry(row, { withConfidence }).raw),
    metadata: {
      ...presentFailures(pages),
      ...omitUndefined({
        warnings: result.warnings,
        handwriting: result.handwriting,
      }),
    },
    webhook_metadata: job.options.webhookMetadata,
  }
}

/** Returns the pages missing from the text; usually an empty object. */
export function presentFailures(pages: readonly PageProgress[]): api.WhisperResult['metadata'] {
  const failedPages = pages
    .filter(({ failure }) => failure !== null)
    .map(({ pageNo, failure }) => ({ page_no: pageNo, message: failure }))
  return failedPages.length > 0 ? { failed_pages: failedPages } : {}
}

/** Builds the payload of a webhook; there is no result when the job failed. */
export function presentWebhookPayload(
  job: TextJobRow,
  result: TextResult | undefined,
  pages: readonly PageProgress[],
) {
  return {
    payload_status: {
      status: job.status === 'error' ? 'error' : 'success',
      message: job.error_message,
      whisper_hash: job.whisper_hash,
    },
    ...presentResult(job, result ?? { text: '', confidence: [], lines: [] }, pages),
  }
}
