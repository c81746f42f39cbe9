import { z } from 'zod'
import type { RetryPolicy } from '../../platform/retry.ts'
import { defineJob } from '../../platform/work/jobs.ts'

/** Two workers that delete the same rows may conflict; each of them retries. */
const databaseRetries: RetryPolicy = { attempts: 5, isRetryable: () => true }

export const purgeExecutionsJob = defineJob({
  name: 'executions/purge-executions',
  payload: z.object({ organizationId: z.number().int() }),
  retry: databaseRetries,
})

export const deleteDocumentsJob = defineJob({
  name: 'executions/delete-documents',
  payload: z.object({ organizationId: z.number().int(), hashes: z.array(z.string()) }),
  retry: databaseRetries,
})

const ListPayload = z.object({ organizationId: z.number().int(), executionId: z.uuid() })

/** A source may be unavailable for a few minutes without failing the run. */
export const listSourceJob = defineJob({
  name: 'executions/list-source',
  payload: ListPayload,
  retry: { attempts: 8 },
})

/** Marks or moves what the files of a run came from, once the run has ended. */
export const settleSourceJob = defineJob({
  name: 'executions/settle-source',
  payload: ListPayload,
  retry: { attempts: 8 },
})

/** Somebody waits for a preview. */
export const listPreviewJob = defineJob({
  name: 'executions/list-preview',
  payload: ListPayload,
  retry: { attempts: 2 },
})
