import { z } from 'zod'
import { defineJob } from '../../../platform/work/jobs.ts'

export const compileLayoutsJob = defineJob({
  name: 'prompt-studio/compile-layouts',
  payload: z.object({
    organizationId: z.number().int(),
    projectId: z.uuid(),
    /** Empty if documents were deleted or the settings were changed. */
    documentHash: z.string(),
    /**
     * The time of the request in milliseconds: if something was approved later, another job
     * compiles.
     */
    at: z.number(),
  }),
})
