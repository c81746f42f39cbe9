import type * as api from '@recto/contract/text-service/text-product'

const dayMs = 24 * 60 * 60 * 1000

/** Kinds of pages by processing price, in the order in which charts stack them. */
export const pageKinds = [
  { key: 'nativeText', title: 'Native text', counter: 'non_ocr_page_count' },
  { key: 'lowCost', title: 'Low cost', counter: 'low_cost_ocr_page_count' },
  { key: 'highQuality', title: 'High quality', counter: 'high_cost_ocr_page_count' },
  { key: 'form', title: 'Forms and tables', counter: 'high_cost_ocr_advanced_page_count' },
] as const
type PageKind = (typeof pageKinds)[number]['key']

export type PagesByKind = Readonly<Record<PageKind, number>>
type WireCounts = Omit<api.DailyTextUsage, 'date'>

const countsFromWire = (wire: WireCounts): PagesByKind => ({
  nativeText: wire.non_ocr_page_count,
  lowCost: wire.low_cost_ocr_page_count,
  highQuality: wire.high_cost_ocr_page_count,
  form: wire.high_cost_ocr_advanced_page_count,
})

export const sumOf = (counts: PagesByKind): number =>
  pageKinds.reduce((sum, { key }) => sum + counts[key], 0)

export type TextSubscription = {
  readonly product: string
  readonly id: string
  /** Pages in this month. */
  readonly pages: PagesByKind
}

export const subscriptionFromWire = (wire: {
  readonly product: string
  readonly subscription_id: string
  readonly usage: WireCounts
}): TextSubscription => ({
  product: wire.product,
  id: wire.subscription_id,
  pages: countsFromWire(wire.usage),
})

export type DayOfPages = { readonly date: string; readonly pages: PagesByKind }

export const dayFromWire = ({ date, ...counts }: api.DailyTextUsage): DayOfPages => ({
  date,
  pages: countsFromWire(counts),
})

export type TextRecord = {
  readonly document: string
  readonly tag: string
  readonly mode: string
  readonly processedPages: number
  readonly totalPages: number
  readonly bytes: number
  readonly seconds: number
  readonly secondsOfPage: number
  readonly completedAt: string
}

export const recordFromWire = (wire: api.TextRecordItem): TextRecord => ({
  document: wire.document_id,
  tag: wire.tag,
  mode: wire.service_type,
  processedPages: wire.processed_page_count,
  totalPages: wire.total_page_count,
  bytes: wire.upload_file_size,
  seconds: wire.processing_time,
  secondsOfPage: wire.avg_page_processing_time,
  completedAt: wire.completed_at,
})

export const dayPresets = [7, 14, 30, 90] as const
export type DayPreset = (typeof dayPresets)[number]

/** Returns the first and the last day, in UTC, of this number of days up to today. */
export function periodOf(days: DayPreset, now = Date.now()) {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { start_date: dayOf(now - (days - 1) * dayMs), end_date: dayOf(now) }
}

/** Lists the days of a period. */
export function daysOf({ start_date, end_date }: ReturnType<typeof periodOf>): readonly string[] {
  const count = Math.round((Date.parse(end_date) - Date.parse(start_date)) / dayMs) + 1
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(start_date) + i * dayMs).toISOString().slice(0, 10),
  )
}
