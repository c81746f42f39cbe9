import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

export const compileLayoutsJob = defineJob({
  name: 'prompt-studio/compile-layouts',
  payload: z.object({
    organizationId: z.number().int(),
    projectId: z.uuid(),
    /** Empty where documents went, or the settings changed. */
    documentHash: z.string(),
    /** When it was asked for, in milliseconds: where more was approved since, another job does it. */
    at: z.number(),
  }),
})
