import type * as api from '@recto/contract/text-service/text-service'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import type { PageProgress, TextJobRow } from './text-jobs.store.ts'

const messages: Record<TextJobRow['status'], string> = {
  accepted: 'The document is waiting to be processed.',
  processing: 'The document is being read.',
  processed: 'The text is ready to be retrieved.',
  error: 'The document could not be read.',
  retrieved: 'The text has been retrieved.',
}

const splitMessages: Record<TextJobRow['status'], string> = {
  ...messages,
  processed: 'The parts are ready to be retrieved.',
}

export function presentStatus(
  job: TextJobRow,
  pages: readonly PageProgress[],
): EndpointReply<typeof api.getWhisperStatus> {
  const texts = job.options.output === 'parts' ? splitMessages : messages
  return {
    status: job.status,
    message: job.error_message || withFailures(texts[job.status], pages),
    detail: pages.map(({ pageNo, seconds, failure }) => ({
      page_no: pageNo,
      message: failure === null ? 'extraction_success' : `extraction_failed: ${failure}`,
      execution_time_in_seconds: round(seconds, 3),
    })),
  }
}

/** Appends the unreadable pages to the message, because every client shows the message. */
function withFailures(message: string, pages: readonly PageProgress[]): string {
  const failedPageNos = pages.filter(({ failure }) => failure !== null).map(({ pageNo }) => pageNo)
  if (failedPageNos.length === 0) return message
  return `${message} These pages could not be read: ${failedPageNos.join(', ')}.`
}

export function presentDetail(job: TextJobRow): EndpointReply<typeof api.getWhisperDetail> {
  const { started_at: start, finished_at: end } = job
  const milliseconds = start && end ? end.getTime() - start.getTime() : 0
  return {
    whisper_hash: job.whisper_hash,
    mode: job.options.mode,
    processed_pages: job.processed_pages,
    requested_pages: job.requested_pages,
    total_pages: job.total_pages,
    processing_started_at: start?.toUTCString() ?? null,
    completed_at: end?.toUTCString() ?? null,
    processing_time_in_seconds: milliseconds / 1000,
    upload_file_size_in_kb: round(job.file_size / 1024, 2),
    tag: job.tag,
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
