import type { WatchedDocument } from '@recto/extraction/watch/watched-document'
import type { WatchedRow } from './watch.reads.ts'

export const toWatchedDocument = (row: WatchedRow): WatchedDocument => ({
  id: row.file_execution_id,
  fields: row.fields,
  failedChecks: row.failed_checks,
  wasSentToReview: row.was_sent_to_review,
  correctedFields: row.corrected_fields,
  seconds: row.seconds,
  dollars: row.dollars,
})

const dayMilliseconds = 24 * 60 * 60 * 1000

/** Number of documents a day, on average, while documents were read. */
export function countPerDay(rows: readonly WatchedRow[]): number {
  const firstTime = rows[0]?.observed_at.getTime() ?? 0
  const lastTime = rows.at(-1)?.observed_at.getTime() ?? 0
  return rows.length / Math.max(1, (lastTime - firstTime) / dayMilliseconds)
}
