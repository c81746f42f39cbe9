import { type Interval, wilsonInterval } from '../calibration/wilson-interval.ts'
import { findChange, minReference, type SeriesChange, tieOf } from './find-change.ts'
import {
  fieldMeasures,
  type MeasureName,
  valueIn,
  type WatchedDocument,
  type WatchedSeries,
  watchMeasures,
} from './watched-document.ts'

/** Average number of days until a deployment has a false alarm in any of its series. */
const daysUntilFalseAlarm = 1000

/** Rate for which the alarms of a deployment with fewer documents are set. */
const minDocumentsPerDay = 20

/** Maximum number of documents that an alarm names. */
const maxDocuments = 20

/** Mean of a series over some documents, with its 95 % interval. */
export type WatchedMean = Interval & { readonly mean: number; readonly documents: number }

/** A series has left its band. */
export type SeriesAlarm = WatchedSeries & {
  readonly before: WatchedMean
  readonly after: WatchedMean
  /** First document after the change, and the one at which it was noticed. */
  readonly firstId: string
  readonly lastId: string
  /** Documents whose values are worse than before, the worst and newest first. */
  readonly documentIds: readonly string[]
}

type AlarmSearch = {
  /** Documents that one version has read, in their order. */
  readonly documents: readonly WatchedDocument[]
  readonly documentsPerDay: number
  /** Position from which on a series is learned anew; 0 if absent. */
  readonly startOf?: (series: WatchedSeries) => number
}

/**
 * Finds the series of a deployment that have left their bands. The risk of a false alarm is divided between its series: one half between those
 * of whole documents, which are few and notice what concerns all fields, and the other between those of fields.
 */
export function findAlarms({
  documents,
  documentsPerDay,
  startOf = () => 0,
}: AlarmSearch): readonly SeriesAlarm[] {
  const ties = documents.map(({ id }) => tieOf(id))
  const documentCount = daysUntilFalseAlarm * Math.max(minDocumentsPerDay, documentsPerDay)
  return listTests(documents).flatMap((test) => {
    const entries = collectEntries(documents, { test, ties, start: startOf(test) })
    if (entries.length <= minReference) return []
    const sums = sumUp(entries)
    const change = findChange({
      scores: entries.map(({ score }) => score),
      ties: entries.map(({ tie }) => tie),
      threshold: documentCount / test.riskShare,
      isRelevant: (change) =>
        isLarge(test.measure, compare(entries, change)) && isNew(sums, change),
    })
    return change ? [toAlarm(test, entries, change)] : []
  })
}

/** A test of a series in one direction; the sign makes higher scores worse. */
type SeriesTest = WatchedSeries & { readonly sign: 1 | -1; readonly riskShare: number }

/** Fields that fill up suddenly may be invented, so their share of empty values is tested in both directions. */
const directions = (measure: MeasureName): readonly (1 | -1)[] => {
  if (measure === 'empty') return [1, -1]
  return measure === 'confidence' ? [-1] : [1]
}

function listTests(documents: readonly WatchedDocument[]): readonly SeriesTest[] {
  const fields = [...new Set(documents.flatMap(({ fields }) => Object.keys(fields)))]
  const documentTests = watchMeasures.map((measure) => ({
    field: null,
    measure,
    sign: measure === 'confidence' ? (-1 as const) : (1 as const),
  }))
  const fieldTests = fields.flatMap((field) =>
    fieldMeasures.flatMap((measure) =>
      directions(measure).map((sign) => ({ field, measure, sign })),
    ),
  )
  return [
    ...documentTests.map((test) => ({ ...test, riskShare: 0.5 / documentTests.length })),
    ...fieldTests.map((test) => ({ ...test, riskShare: 0.5 / fieldTests.length })),
  ]
}

type Entry = {
  readonly id: string
  readonly value: number
  readonly score: number
  readonly tie: number
}

type EntryOptions = {
  readonly test: SeriesTest
  readonly ties: readonly number[]
  readonly start: number
}

function collectEntries(
  documents: readonly WatchedDocument[],
  { test, ties, start }: EntryOptions,
): readonly Entry[] {
  const entries: Entry[] = []
  for (const [position, document] of documents.entries()) {
    const value = position < start ? undefined : valueIn(document, test)
    if (value === undefined) continue
    entries.push({ id: document.id, value, score: test.sign * value, tie: ties[position] ?? 0.5 })
  }
  return entries
}

const compare = (entries: readonly Entry[], { start, end }: SeriesChange): Comparison => ({
  before: meanOf(entries.slice(0, start).map(({ value }) => value)),
  after: meanOf(entries.slice(start, end + 1).map(({ value }) => value)),
})

type Comparison = Pick<SeriesAlarm, 'before' | 'after'>

/** Differences that are smaller than these are not reported, even if they are no chance. */
const minDifference = 0.03
const minFactors: Readonly<Partial<Record<MeasureName, number>>> = { seconds: 1.5, dollars: 1.2 }

function isLarge(measure: MeasureName, comparison: Comparison): boolean {
  const { mean: oldMean, low, high } = comparison.before
  const { mean } = comparison.after
  if (mean >= low && mean <= high) return false
  const minFactor = minFactors[measure]
  if (minFactor !== undefined) return mean >= minFactor * oldMean
  return Math.abs(mean - oldMean) >= minDifference
}

/** Returns the sum of the scores before each position, and of all. */
function sumUp(entries: readonly Entry[]): Float64Array {
  const sums = new Float64Array(entries.length + 1)
  for (const [index, { score }] of entries.entries()) sums[index + 1] = (sums[index] ?? 0) + score
  return sums
}

/**
 * Whether no earlier stretch of as many documents was as bad. Documents of one supplier that arrive together look like a change, and have
 * usually done so before.
 */
function isNew(sums: Float64Array, { start, end }: SeriesChange): boolean {
  const length = end + 1 - start
  const sumOf = (first: number) => (sums[first + length] ?? 0) - (sums[first] ?? 0)
  const sum = sumOf(start)
  for (let first = 0; first + length <= start; first++) if (sumOf(first) >= sum) return false
  return true
}

function toAlarm(
  { field, measure }: SeriesTest,
  entries: readonly Entry[],
  change: SeriesChange,
): SeriesAlarm {
  // It is told of all documents since the change, unless they are better again.
  const allSince = { start: change.start, end: entries.length - 1 }
  const { start, end } = isLarge(measure, compare(entries, allSince)) ? allSince : change
  const earlierEntries = entries.slice(0, start)
  const laterEntries = entries.slice(start, end + 1)
  const meanScore =
    earlierEntries.reduce((sum, { score }) => sum + score, 0) / earlierEntries.length
  const worseEntries = laterEntries
    .filter(({ score }) => score > meanScore)
    .reverse()
    .toSorted((a, b) => b.score - a.score)
  return {
    field,
    measure,
    ...compare(entries, { start, end }),
    firstId: entries[start]?.id ?? '',
    lastId: entries[change.end]?.id ?? '',
    documentIds: worseEntries.slice(0, maxDocuments).map(({ id }) => id),
  }
}

/** Standard deviations that 95 % of the values of a normal distribution are within. */
const deviations = 1.96

/** Returns the mean of values with its interval: Wilson's for events, else that of the normal distribution. */
export function meanOf(values: readonly number[]): WatchedMean {
  const documents = values.length
  const sum = values.reduce((total, value) => total + value, 0)
  const mean = documents === 0 ? 0 : sum / documents
  if (values.every((value) => value === 0 || value === 1)) {
    return { mean, documents, ...wilsonInterval(sum, documents) }
  }
  const spread = deviations * Math.sqrt(varianceOf(values, mean) / documents)
  return { mean, documents, low: Math.max(0, mean - spread), high: mean + spread }
}

const varianceOf = (values: readonly number[], mean: number): number =>
  values.reduce((total, value) => total + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
