import { PipelineType, TimeZone } from '@recto/contract/pipelines/pipeline-fields'
import type { Pipeline } from '@recto/contract/pipelines/pipelines'
import { z } from 'zod'
import { noSecrets, type ObjectKind, type StoredObject } from '../kind.ts'
import { parseSpec } from './settings.ts'

const Spec = z.strictObject({
  /** The name of a workflow. */
  workflow: z.string().min(1).max(128),
  type: PipelineType,
  is_active: z.boolean().default(true),
  /** Five fields of cron; null if it is run by hand alone. */
  schedule: z.string().trim().min(1).max(256).nullable().default(null),
  time_zone: TimeZone.default('UTC'),
  runs_on_arrival: z.boolean().default(false),
  arrival_delay_seconds: z.int().min(1).max(300).default(2),
  arrival_poll_minutes: z.int().min(1).max(1440).default(5),
  arrival_queue: z.string().trim().min(1).max(1000).nullable().default(null),
  cheaper_within_24_hours: z.boolean().default(false),
})

const toObject = (pipeline: Pipeline): StoredObject => ({
  kind: 'pipeline',
  name: pipeline.pipeline_name,
  id: pipeline.id,
  spec: {
    workflow: pipeline.workflow_name,
    type: pipeline.pipeline_type,
    is_active: pipeline.active,
    schedule: pipeline.cron_string,
    time_zone: pipeline.time_zone,
    runs_on_arrival: pipeline.runs_on_arrival,
    arrival_delay_seconds: pipeline.arrival_delay_seconds,
    arrival_poll_minutes: pipeline.arrival_poll_minutes,
    arrival_queue: pipeline.arrival_queue,
    cheaper_within_24_hours: pipeline.cheaper_within_24_hours,
  },
  secrets: noSecrets,
})

export const pipelineKind: ObjectKind = {
  kind: 'pipeline',
  folder: 'pipelines',
  spec: Spec,
  async list({ platform }) {
    return (await platform.send<Pipeline[]>('GET', 'pipeline/')).map(toObject)
  },
  references: ({ spec }) => [{ kind: 'workflow', key: String(spec.workflow), field: 'workflow' }],
  findFixedField: (desiredObject, storedObject) =>
    desiredObject.spec.type === storedObject.spec.type ? undefined : 'type',
  async save(inventory, { name, spec }, storedObject) {
    const desiredObject = parseSpec(Spec, spec)
    const { platform } = inventory
    const fields = {
      pipeline_name: name,
      workflow: inventory.getId('workflow', desiredObject.workflow),
      time_zone: desiredObject.time_zone,
      arrival_delay_seconds: desiredObject.arrival_delay_seconds,
      arrival_poll_minutes: desiredObject.arrival_poll_minutes,
      arrival_queue: desiredObject.arrival_queue,
      cheaper_within_24_hours: desiredObject.cheaper_within_24_hours,
    }
    const rest = {
      active: desiredObject.is_active,
      cron_string: desiredObject.schedule,
      runs_on_arrival: desiredObject.runs_on_arrival,
    }
    if (storedObject) {
      await platform.send('PATCH', `pipeline/${storedObject.id}/`, { ...fields, ...rest })
      return storedObject.id
    }
    // A new pipeline is active, so one that is not gets what starts it afterwards: it must not start in between.
    const body = {
      ...fields,
      pipeline_type: desiredObject.type,
      cron_string: desiredObject.is_active ? desiredObject.schedule : null,
      runs_on_arrival: desiredObject.is_active && desiredObject.runs_on_arrival,
    }
    const { id } = await platform.send<Pipeline>('POST', 'pipeline/', body)
    if (!desiredObject.is_active) await platform.send('PATCH', `pipeline/${id}/`, rest)
    return id
  },
  remove: ({ platform }, { id }) => platform.send('DELETE', `pipeline/${id}/`),
}
