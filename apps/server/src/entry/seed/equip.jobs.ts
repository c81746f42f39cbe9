import { z } from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

/** What a new organization gets besides its adapters, soon after it was made. */
export const equipJob = defineJob({
  name: 'seed/equip-organization',
  payload: z.object({ organizationId: z.number().int(), userId: z.number().int() }),
})
