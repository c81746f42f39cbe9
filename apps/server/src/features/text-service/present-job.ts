import type { EndpointReply } from '@recto/contract/endpoint'
import type * as api from '@recto/contract/text-service'
import { highlightEntry } from '@recto/document-text/layout/line-table'
import type { TagUsage } from './get-tag-usage.ts'
import { plan, type UsageInfo, unlimited } from './get-usage-info.ts'
import type { TextResult } from './result-files.ts'
import type { PageProgress, TextJobRow } from './text-jobs.store.ts'

const messages: Record<TextJobRow['status'], string> = {
  accepted: 'The document waits for its turn.',
  processing: 'The document is being read.',
  processed: 'The text is ready to be retrieved.',
  error: 'The document could not be read.',
  retrieved: 'The text has been retrieved.',
}

export function presentStatus(
  job: TextJobRow,
  pages: readonly PageProgress[],
): EndpointReply<typeof api.getWhisperStatus> {
  return {
    status: job.status,
    message: job.error_message || messages[job.status],
    detail: pages.map(({ pageNo, seconds }) => ({
      page_no: pageNo,
      message: 'extraction_success',
      execution_time_in_seconds: round(seconds, 3),
    })),
  }
}

export function presentResult(job: TextJobRow, result: TextResult): api.WhisperResult {
  const withConfidence = job.options.hasLineConfidence
  return {
    result_text: result.text,
    confidence_metadata: result.confidence,
    line_metadata: result.lines.map((row) => highlightEntry(row, { withConfidence }).raw),
    metadata: {},
    webhook_metadata: job.options.webhookMetadata,
  }
}

/** What a webhook gets; without a result when the job failed. */
export function presentWebhookPayload(job: TextJobRow, result: TextResult | undefined) {
  return {
    payload_status: {
      status: job.status === 'error' ? 'error' : 'success',
      message: job.error_message,
      whisper_hash: job.whisper_hash,
    },
    ...presentResult(job, result ?? { text: '', confidence: [], lines: [] }),
  }
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

export function presentUsageInfo({
  today,
  month,
  byMode,
}: UsageInfo): EndpointReply<typeof api.getUsageInfo> {
  const pagesOf = (mode: api.ServiceMode) => byMode.get(mode)?.pages ?? 0
  return {
    subscription_plan: plan,
    monthly_quota: unlimited,
    daily_quota: unlimited,
    today_page_count: today,
    current_page_count: month,
    overage_page_count: 0,
    current_page_count_native_text: pagesOf('native_text'),
    current_page_count_low_cost: pagesOf('low_cost'),
    current_page_count_high_quality: pagesOf('high_quality'),
    current_page_count_form: pagesOf('form'),
    current_page_count_table: pagesOf('table'),
    current_page_count_excel: pagesOf('excel'),
    current_page_count_document_insights: 0,
  }
}

export function presentTagUsage(
  { tag, from, to, modes }: TagUsage,
  organizationId: number,
): EndpointReply<typeof api.getTagUsage> {
  return {
    start_date: from.toISOString().slice(0, 10),
    end_date: to.toISOString().slice(0, 10),
    subscription_id: `${plan}-${organizationId}`,
    tag,
    usage: modes.map(({ mode, pages }) => ({ service_type: mode, pages_processed: pages })),
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
