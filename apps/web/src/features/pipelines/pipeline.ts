import type { PipelineType } from '@recto/contract/pipelines/pipeline-fields'
import type { LastRun, PipelineStatus, Pipeline as Wire } from '@recto/contract/pipelines/pipelines'
import { toWireNames } from '../../shared/api/wire-names.ts'
import type { ArrivalValues } from './arrival-values.ts'

/** A workflow that fetches its files from a source. */
export type Pipeline = ArrivalValues & {
  readonly id: string
  readonly name: string
  readonly type: PipelineType
  readonly workflowId: string
  readonly workflowName: string
  readonly sourceName: string
  /** Empty if there is no connector. */
  readonly sourceIcon: string
  readonly destinationName: string
  readonly destinationIcon: string
  readonly isActive: boolean
  readonly cron: string | null
  readonly timeZone: string
  /** Whether its model calls may wait up to 24 hours in batches. */
  readonly usesBatches: boolean
  readonly nextRunAt: string | null
  readonly lastRunAt: string | null
  readonly lastStatus: PipelineStatus
  /** Newest first. */
  readonly lastRuns: readonly LastRun[]
  readonly createdBy: number | null
}

export const pipelineFromWire = (wire: Wire): Pipeline => ({
  id: wire.id,
  name: wire.pipeline_name,
  type: wire.pipeline_type,
  workflowId: wire.workflow,
  workflowName: wire.workflow_name,
  sourceName: wire.source_name,
  sourceIcon: wire.source_icon,
  destinationName: wire.destination_name,
  destinationIcon: wire.destination_icon,
  isActive: wire.active,
  cron: wire.cron_string,
  timeZone: wire.time_zone,
  usesBatches: wire.cheaper_within_24_hours,
  runsOnArrival: wire.runs_on_arrival,
  arrivalDelaySeconds: wire.arrival_delay_seconds,
  arrivalPollMinutes: wire.arrival_poll_minutes,
  arrivalQueue: wire.arrival_queue ?? '',
  nextRunAt: wire.next_run_time,
  lastRunAt: wire.last_run_time,
  lastStatus: wire.last_run_status,
  lastRuns: wire.last_5_run_statuses,
  createdBy: wire.created_by,
})

export type PipelineValues = ArrivalValues & {
  readonly name: string
  readonly workflowId: string
  readonly cron: string | null
  readonly timeZone: string
  readonly usesBatches: boolean
}

type PipelineField = keyof PipelineValues

export const pipelineNames = {
  name: 'pipeline_name',
  workflowId: 'workflow',
  cron: 'cron_string',
  timeZone: 'time_zone',
  usesBatches: 'cheaper_within_24_hours',
  runsOnArrival: 'runs_on_arrival',
  arrivalDelaySeconds: 'arrival_delay_seconds',
  arrivalPollMinutes: 'arrival_poll_minutes',
  arrivalQueue: 'arrival_queue',
} as const

/** Converts the fields of the form. */
const valuesToWire = (values: PipelineValues) => {
  const { name, workflowId, cron, timeZone, usesBatches } = values
  const { runsOnArrival, arrivalDelaySeconds, arrivalPollMinutes, arrivalQueue } = values
  return toWireNames(
    {
      name,
      workflowId,
      cron,
      timeZone,
      usesBatches,
      runsOnArrival,
      arrivalDelaySeconds,
      arrivalPollMinutes,
      arrivalQueue,
    },
    pipelineNames,
  )
}

type New = { readonly type: PipelineType; readonly values: PipelineValues }

export const newPipelineToWire = ({ type, values }: New) => ({
  body: { ...valuesToWire(values), pipeline_type: type },
})

type Change = { readonly id: string; readonly values: PipelineValues }

export const pipelineChangeToWire = ({ id, values }: Change) => ({
  params: { id },
  body: valuesToWire(values),
})

/** Validates the values before they are sent; returns the failures by field. */
export function failuresOf({ name, workflowId }: PipelineValues): ReadonlyMap<string, string> {
  const missingFields: [PipelineField, string][] = []
  if (name.trim() === '') missingFields.push(['name', 'Please enter display name'])
  if (workflowId === '') missingFields.push(['workflowId', 'Please select an workflow'])
  return new Map(missingFields)
}

/** Names of the two types. */
export const texts = {
  ETL: { singular: 'ETL Pipeline', plural: 'ETL Pipelines' },
  TASK: { singular: 'Task Pipeline', plural: 'Task Pipelines' },
} as const satisfies Record<PipelineType, { singular: string; plural: string }>
