import type {
  AddedExpectedValues,
  WatchMeasure,
  WatchAlarmReply as WireAlarm,
  WatchReply as WireWatch,
} from '@recto/contract/watch/watch'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { textIn } from '../../shared/navigation/address-search.ts'

export type WatchKind = 'api' | 'pipeline'

/** A deployment or pipeline. */
export type WatchOwner = { readonly kind: WatchKind; readonly id: string }

export type AlarmDocument = {
  readonly fileId: string
  /** Null if its execution was deleted, or if the reader may not open it. */
  readonly executionId: string | null
  readonly name: string | null
}

/** A measure has left its band. */
export type WatchAlarm = {
  readonly id: string
  readonly field: string | null
  readonly measure: WatchMeasure
  readonly text: string
  readonly since: string
  readonly endedAt: string | null
  readonly endReason: WireAlarm['end_reason']
  readonly endedBy: string | null
  readonly documents: readonly AlarmDocument[]
}

export type WatchSeries = {
  readonly field: string | null
  readonly measure: WatchMeasure
  readonly band: { readonly low: number; readonly high: number } | null
  /** Days without a document are left out. */
  readonly days: readonly {
    readonly date: string
    readonly value: number
    readonly documents: number
  }[]
}

export type Watch = {
  readonly name: string
  readonly documents: number
  readonly minDocuments: number
  readonly projectId: string | null
  readonly mayChange: boolean
  readonly fields: readonly string[]
  readonly series: readonly WatchSeries[]
  readonly alarms: readonly WatchAlarm[]
}

const alarmFromWire = (wire: WireAlarm): WatchAlarm => ({
  id: wire.id,
  field: wire.field,
  measure: wire.measure,
  text: wire.text,
  since: wire.since,
  endedAt: wire.ended_at,
  endReason: wire.end_reason,
  endedBy: wire.ended_by,
  documents: wire.documents.map(({ file_id, execution_id, file_name }) => ({
    fileId: file_id,
    executionId: execution_id,
    name: file_name && showHiddenCharacters(file_name),
  })),
})

export const watchFromWire = (wire: WireWatch): Watch => ({
  name: wire.name,
  documents: wire.documents,
  minDocuments: wire.min_documents,
  projectId: wire.project_id,
  mayChange: wire.may_change,
  fields: [...new Set(wire.series.map(({ field }) => field).filter((field) => field !== null))],
  series: wire.series.map(({ field, measure, band, days }) => ({ field, measure, band, days })),
  alarms: wire.alarms.map(alarmFromWire),
})

/** Numbers of documents by what became of them. */
export type AddedDocuments = {
  readonly projectId: string
  readonly added: number
  readonly present: number
  readonly gone: number
  readonly unusable: number
}

export function addedFromWire({ project_id, documents }: AddedExpectedValues): AddedDocuments {
  const count = (name: AddedExpectedValues['documents'][number]['outcome']) =>
    documents.filter(({ outcome }) => outcome === name).length
  return {
    projectId: project_id,
    added: count('added'),
    present: count('present'),
    gone: count('gone'),
    unusable: count('unusable'),
  }
}

const sentences: readonly (readonly [
  Exclude<keyof AddedDocuments, 'projectId'>,
  (documents: string) => string,
])[] = [
  ['added', (documents) => `${documents} added to the project, with their values as suggestions.`],
  ['present', (documents) => `${documents} already in the project.`],
  ['gone', (documents) => `${documents} no longer stored.`],
  ['unusable', (documents) => `${documents} of a type that projects cannot use.`],
]

/** Says what became of the documents behind an alarm. */
export const describeAdded = (counts: AddedDocuments): string =>
  sentences
    .filter(([outcome]) => counts[outcome] > 0)
    .map(([outcome, describe]) =>
      describe(counts[outcome] === 1 ? '1 document' : `${counts[outcome]} documents`),
    )
    .join(' ')

export const dayCounts = [30, 90] as const

/** Choices that the address of the page has. */
export type WatchSearch = {
  readonly days: (typeof dayCounts)[number]
  /** Undefined for whole documents. */
  readonly field: string | undefined
}

export const readWatchSearch = (search: {
  readonly days?: unknown
  readonly field?: unknown
}): WatchSearch => ({
  days: dayCounts.find((days) => String(days) === String(search.days)) ?? dayCounts[0],
  field: textIn(search.field),
})

const dayMilliseconds = 24 * 60 * 60 * 1000

/** Lists the last days in UTC, oldest first. */
export const listLastDays = (count: number, now = Date.now()): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMilliseconds).toISOString().slice(0, 10),
  )
