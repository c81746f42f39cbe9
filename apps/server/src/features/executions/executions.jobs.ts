import { z } from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

export const runFileJob = defineJob({
  name: 'executions/run-file',
  payload: z.object({
    organizationId: z.number().int(),
    executionId: z.uuid(),
    fileExecutionId: z.uuid(),
  }),
})

export const purgeExecutionsJob = defineJob({
  name: 'executions/purge-executions',
  payload: z.object({ organizationId: z.number().int() }),
})

export const listSourceJob = defineJob({
  name: 'executions/list-source',
  payload: z.object({ organizationId: z.number().int(), executionId: z.uuid() }),
})
