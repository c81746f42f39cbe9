import { z } from 'zod'
import { defineJob } from '../../../platform/work/jobs.ts'

export const improvePromptsJob = defineJob({
  name: 'tools/improve-prompts',
  payload: z.object({ organizationId: z.number().int(), improvementId: z.uuid() }),
})

export const toImprovementJobKey = (id: string) => `improvement:${id}`
