import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

export const WatchMeasure = z.enum([
  'empty',
  'confidence',
  'checks',
  'review',
  'corrections',
  'seconds',
  'dollars',
])
export type WatchMeasure = z.output<typeof WatchMeasure>

/** Mean over some documents, with its 95 % interval; shares are from 0 to 1. */
export const WatchMean = z.object({
  mean: z.number(),
  low: z.number(),
  high: z.number(),
  documents: z.number().int(),
})
export type WatchMean = z.output<typeof WatchMean>

/** A document behind an alarm; without a name if its execution was deleted, or if the reader may not change the deployment. */
const AlarmDocument = z.object({
  file_id: z.uuid(),
  execution_id: z.uuid().nullable(),
  file_name: z.string().nullable(),
})

export const WatchAlarmReply = z.object({
  id: z.uuid(),
  /** Null if it is about whole documents. */
  field: z.string().nullable(),
  measure: WatchMeasure,
  before: WatchMean,
  after: WatchMean,
  text: z.string(),
  /** Time at which the first document after the change was read. */
  since: Timestamp,
  raised_at: Timestamp,
  ended_at: Timestamp.nullable(),
  end_reason: z.enum(['acknowledged', 'published']).nullable(),
  ended_by: z.string().nullable(),
  documents: z.array(AlarmDocument),
})
export type WatchAlarmReply = z.output<typeof WatchAlarmReply>

const WatchSeriesReply = z.object({
  field: z.string().nullable(),
  measure: WatchMeasure,
  /** Mean over the documents that the current version has read; null if there are none. */
  mean: z.number().nullable(),
  /** Bounds that 99% of the days are within as long as nothing changes; null until there are enough documents. */
  band: z.object({ low: z.number(), high: z.number() }).nullable(),
  days: z.array(z.object({ date: z.string(), value: z.number(), documents: z.number().int() })),
})

export const WatchReply = z.object({
  name: z.string(),
  /** Number of documents that the current version has read, `max_documents` at most. */
  documents: z.number().int(),
  min_documents: z.number().int(),
  max_documents: z.number().int(),
  /** Project of the tool; null if it has none or the reader may not see it. */
  project_id: z.uuid().nullable(),
  may_change: z.boolean(),
  series: z.array(WatchSeriesReply),
  /** Open ones first. */
  alarms: z.array(WatchAlarmReply),
})
export type WatchReply = z.output<typeof WatchReply>

const maxWatchDays = 90

const OwnerId = z.object({ id: z.uuid() })
const AlarmId = z.object({ id: z.uuid(), alarm_id: z.uuid() })

/** Reads how a deployment reads documents, by day and field, and what has changed. */
export const watchDeployment = endpoint({
  method: 'GET',
  path: '/watch/api/:id/',
  who: 'member',
  params: OwnerId,
  query: z.object({ days: z.coerce.number().int().min(1).max(maxWatchDays).default(30) }),
  reply: WatchReply,
})

export const watchPipeline = endpoint({ ...watchDeployment, path: '/watch/pipeline/:id/' })

/** Ends an alarm; what is usual is learned again from the documents that follow. */
export const acknowledgeDeploymentAlarm = endpoint({
  method: 'POST',
  path: '/watch/api/:id/alarms/:alarm_id/acknowledge/',
  who: 'member',
  params: AlarmId,
  reply: WatchAlarmReply,
})

export const acknowledgePipelineAlarm = endpoint({
  ...acknowledgeDeploymentAlarm,
  path: '/watch/pipeline/:id/alarms/:alarm_id/acknowledge/',
})

/** What became of a document: `present` if the project has it, `gone` if it is not stored any more. */
const AddedDocument = z.object({
  file_id: z.uuid(),
  outcome: z.enum(['added', 'present', 'gone', 'unusable']),
  document_id: z.uuid().nullable(),
})

export const AddedExpectedValues = z.object({
  project_id: z.uuid(),
  documents: z.array(AddedDocument),
})
export type AddedExpectedValues = z.output<typeof AddedExpectedValues>

/** Adds the documents behind an alarm to the project of the tool, with the values that were read, for somebody to confirm. */
export const addDeploymentExpectedValues = endpoint({
  method: 'POST',
  path: '/watch/api/:id/alarms/:alarm_id/expected-values/',
  who: 'member',
  params: AlarmId,
  reply: AddedExpectedValues,
})

export const addPipelineExpectedValues = endpoint({
  ...addDeploymentExpectedValues,
  path: '/watch/pipeline/:id/alarms/:alarm_id/expected-values/',
})
