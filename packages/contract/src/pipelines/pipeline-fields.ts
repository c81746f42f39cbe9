import { z } from 'zod'
import { defineFields } from '../wire/fields.ts'
import { nameText } from '../wire/names.ts'

export const PipelineType = z.enum(['ETL', 'TASK'])
export type PipelineType = z.output<typeof PipelineType>

export const TimeZone = z.string().min(1).max(64)

/** Five fields; empty: no timetable. */
export const Cron = z
  .string()
  .trim()
  .max(256)
  .nullable()
  .transform((text) => text || null)

const auditWays = { audit: true } as const

/** How often the source is looked at, besides the events that say that something has arrived. */
const ArrivalPollMinutes = z.number().int().min(1).max(1440)

/** How long a run waits for further arrivals. */
const ArrivalDelaySeconds = z.number().int().min(1).max(300)

/** Address of a queue with the notifications of a bucket; empty: there is none. */
const ArrivalQueue = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(?:https?:\/\/\S+)?$/, 'Enter the URL of a queue.')
  .nullable()
  .transform((text) => text || null)

/** All that a request can set of a pipeline. */
export const pipelineFields = defineFields(['audit'], {
  name: { wire: 'pipeline_name', schema: nameText(32), ways: auditWays },
  workflowId: { wire: 'workflow', schema: z.uuid(), ways: auditWays },
  pipelineType: { schema: PipelineType, sentWith: 'new', ways: auditWays },
  isActive: {
    wire: 'active',
    schema: z.boolean(),
    default: true,
    sentWith: 'changes',
    ways: auditWays,
  },
  cron: {
    wire: 'cron_string',
    schema: Cron,
    reply: z.string().nullable(),
    default: null,
    ways: auditWays,
  },
  /** Time zone of the schedule, as an IANA name. */
  timeZone: { schema: TimeZone, default: 'UTC', ways: auditWays },
  /** It also runs when something arrives in its source. */
  runsOnArrival: { schema: z.boolean(), default: false, ways: auditWays },
  arrivalDelaySeconds: { schema: ArrivalDelaySeconds, default: 2, ways: auditWays },
  arrivalPollMinutes: { schema: ArrivalPollMinutes, default: 5, ways: auditWays },
  arrivalQueue: {
    schema: ArrivalQueue,
    reply: z.string().nullable(),
    default: null,
    ways: auditWays,
  },
  /** Its model calls may wait up to 24 hours in batches of their services, which cost less. */
  usesBatches: {
    wire: 'cheaper_within_24_hours',
    schema: z.boolean(),
    default: false,
    ways: auditWays,
  },
})
