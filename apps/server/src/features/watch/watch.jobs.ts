import { z } from 'zod'
import { defineJob } from '../../platform/work/jobs.ts'

/** Looks for changes in what deployments have read since the last time. */
export const checkDeploymentsJob = defineJob({
  name: 'watch/check-deployments',
  payload: z.object({}),
})

export const purgeWatchJob = defineJob({
  name: 'watch/purge-documents',
  payload: z.object({}),
})
