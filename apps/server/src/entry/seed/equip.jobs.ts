import { z } from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

/** Sets up everything but the adapters of a new organization, shortly after its creation. */
export const equipJob = defineJob({
  name: 'seed/equip-organization',
  payload: z.object({ organizationId: z.number().int(), userId: z.number().int() }),
})
