import { meanOf } from '@recto/extraction/watch/find-alarms'
import { minReference } from '@recto/extraction/watch/find-change'
import {
  fieldMeasures,
  type MeasureName,
  valueIn,
  type WatchedSeries,
  watchMeasures,
} from '@recto/extraction/watch/watched-document'
import { countPerDay, toWatchedDocument } from './to-watched-document.ts'
import type { WatchedRow } from './watch.reads.ts'

export type SeriesOfDays = WatchedSeries & {
  readonly mean: number | null
  readonly band: { readonly low: number; readonly high: number } | null
  readonly days: readonly DayValue[]
}

type DayValue = { readonly date: string; readonly value: number; readonly documents: number }

type OpenAlarm = {
  readonly version: string
  readonly field: string | null
  readonly measure: string
  readonly since: Date
}

type WatchedPeriod = {
  /** Documents of all versions in the period. */
  readonly rows: readonly WatchedRow[]
  /** Documents that the current version has read. */
  readonly versionRows: readonly WatchedRow[]
  readonly openAlarms: readonly OpenAlarm[]
}

/** Builds the charts of a deployment: of whole documents first, then of each field. */
export function buildSeries({ rows, versionRows, openAlarms }: WatchedPeriod): SeriesOfDays[] {
  const fields = [...new Set(versionRows.flatMap((row) => Object.keys(row.fields)))]
  const allSeries: WatchedSeries[] = [
    ...watchMeasures.map((measure) => ({ field: null, measure })),
    ...fields.flatMap((field) => fieldMeasures.map((measure) => ({ field, measure }))),
  ]
  const perDay = countPerDay(versionRows)
  return allSeries.map((series) => {
    const alarm = openAlarms.find(
      ({ field, measure }) => field === series.field && measure === series.measure,
    )
    const usualRows = alarm
      ? versionRows.filter(({ observed_at }) => observed_at < alarm.since)
      : versionRows
    const usualValues = listValues(usualRows, series)
    return {
      ...series,
      mean: usualValues.length === 0 ? null : meanOf(usualValues).mean,
      band: findBand(usualValues, series.measure, perDay),
      days: listDays(rows, series),
    }
  })
}

const listValues = (rows: readonly WatchedRow[], series: WatchedSeries): readonly number[] =>
  rows.map((row) => valueIn(toWatchedDocument(row), series)).filter((value) => value !== undefined)

/** Standard deviations that 99 % of the values of a normal distribution are within. */
const deviations = 2.58
const shares: readonly MeasureName[] = ['empty', 'confidence', 'checks', 'review', 'corrections']

/** Returns where the mean of a day is in 99 of 100 days; null while there are too few documents. */
function findBand(
  values: readonly number[],
  measure: MeasureName,
  perDay: number,
): SeriesOfDays['band'] {
  if (values.length < minReference) return null
  const { mean } = meanOf(values)
  const sum = values.reduce((total, value) => total + (value - mean) ** 2, 0)
  // A share that was never seen may still be one of two more documents.
  const isShare = shares.includes(measure)
  const rate = (mean * values.length + 1) / (values.length + 2)
  const minVariance = isShare && sum === 0 ? rate * (1 - rate) : 0
  const variance = Math.max(minVariance, sum / (values.length - 1))
  const spread = deviations * Math.sqrt(variance * (1 / Math.max(1, perDay) + 1 / values.length))
  const high = mean + spread
  return { low: Math.max(0, mean - spread), high: isShare ? Math.min(1, high) : high }
}

function listDays(rows: readonly WatchedRow[], series: WatchedSeries): readonly DayValue[] {
  const rowsByDay = Map.groupBy(rows, ({ observed_at }) => observed_at.toISOString().slice(0, 10))
  return [...rowsByDay].flatMap(([date, rowsOfDay]) => {
    const values = listValues(rowsOfDay, series)
    if (values.length === 0) return []
    return [{ date, value: meanOf(values).mean, documents: values.length }]
  })
}
