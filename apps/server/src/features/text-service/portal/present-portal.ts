import type * as api from '@recto/contract/text-service/text-product'
import { csvLine } from '../../../platform/csv.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import type { DecryptedTextKey } from '../keys/list-text-keys.ts'
import type { OfferedProduct } from './list-products.ts'
import type { DayPages } from './plan-usage.store.ts'
import type { RecordRow } from './records.store.ts'

export const presentTextKey = ({
  id,
  key,
  plan,
  createdAt,
  isActive,
}: DecryptedTextKey): api.TextKeyItem => ({
  id,
  api_key: key,
  product: { id: plan.id, name: plan.name },
  created_at: presentTime(createdAt),
  is_active: isActive,
})

/** Counters by mode, grouped by price. */
const counters: ReadonlyMap<string, keyof Counts> = new Map([
  ['native_text', 'non_ocr_page_count'],
  ['excel', 'non_ocr_page_count'],
  ['low_cost', 'low_cost_ocr_page_count'],
  ['high_quality', 'high_cost_ocr_page_count'],
  ['form', 'high_cost_ocr_advanced_page_count'],
  ['table', 'high_cost_ocr_advanced_page_count'],
])

type Counts = Omit<api.DailyTextUsage, 'date'>

export function presentPageCounts(pages: readonly Omit<DayPages, 'day'>[]): Counts {
  const counts: Counts = {
    non_ocr_page_count: 0,
    low_cost_ocr_page_count: 0,
    high_cost_ocr_page_count: 0,
    high_cost_ocr_advanced_page_count: 0,
  }
  for (const { mode, pages: count } of pages) {
    const counter = counters.get(mode)
    if (counter) counts[counter] += count
  }
  return counts
}

export function presentDailyUsage(pages: readonly DayPages[]): api.DailyTextUsage[] {
  const days = Map.groupBy(pages, ({ day }) => day)
  return [...days].map(([date, ofDay]) => ({ date, ...presentPageCounts(ofDay) }))
}

export function presentRecord(row: RecordRow): api.TextRecordItem {
  const seconds = (row.finished_at.getTime() - row.started_at.getTime()) / 1000
  return {
    document_id: row.whisper_hash,
    processing_started_at: presentTime(row.started_at),
    processing_time: roundSeconds(seconds),
    tag: row.tag,
    service_type: row.mode,
    processed_page_count: row.processed_pages,
    requested_page_count: row.requested_pages,
    total_page_count: row.total_pages,
    upload_file_size: row.file_size,
    avg_page_processing_time: roundSeconds(row.processed_pages ? seconds / row.processed_pages : 0),
    completed_at: presentTime(row.finished_at),
  }
}

const roundSeconds = (seconds: number) => Math.round(Math.max(seconds, 0) * 1000) / 1000

const csvColumns = [
  'completed_at',
  'document_id',
  'service_type',
  'tag',
  'processed_page_count',
  'requested_page_count',
  'total_page_count',
  'upload_file_size',
  'processing_started_at',
  'processing_time',
  'avg_page_processing_time',
] as const satisfies readonly (keyof api.TextRecordItem)[]

/** Yields records as CSV lines, after a header line. */
export async function* csvOfRecords(
  parts: AsyncIterable<readonly RecordRow[]>,
): AsyncGenerator<string> {
  yield csvLine(csvColumns)
  for await (const part of parts) {
    const lines = part.map((row) => {
      const record = presentRecord(row)
      return csvLine(csvColumns.map((column) => String(record[column])))
    })
    yield lines.join('')
  }
}

const descriptions: Readonly<Record<OfferedProduct['plan']['id'], string>> = {
  'recto-unlimited': 'Unlimited pages. This installation counts them, but sets no limit.',
  'recto-free': 'Free pages every day, with one key.',
  'recto-pro': 'Unlimited pages, billed per page. The price depends on how the pages are read.',
}

export const presentProduct = ({
  plan,
  isSubscribed,
  isIncluded,
  endsAt,
}: OfferedProduct): api.TextProductItem => ({
  product_id: plan.id,
  product_name: plan.name,
  product_description: descriptions[plan.id],
  is_subscribed: isSubscribed,
  product_metadata: {
    quota: -1,
    daily_quota: plan.pagesPerDay ?? -1,
    free_plan: plan.pagesPerDay !== undefined,
    is_included: isIncluded,
    access_until: endsAt ? presentTime(endsAt) : null,
  },
})
