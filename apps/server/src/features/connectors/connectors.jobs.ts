import { z } from 'zod'
import type { RetryPolicy } from '../../platform/retry.ts'
import { defineJob } from '../../platform/work/jobs.ts'

const retries: RetryPolicy = { attempts: 5, isRetryable: () => true }

/** Takes the documents out of a received mail. */
export const unpackMailJob = defineJob({
  name: 'connectors/unpack-mail',
  payload: z.object({ organizationId: z.number().int(), mailId: z.uuid() }),
  retry: retries,
})

/** Says that a source has something new. The module of pipelines runs it. */
export const announceArrivalJob = defineJob({
  name: 'connectors/announce-arrival',
  payload: z.object({ organizationId: z.number().int(), connectorId: z.uuid() }),
  retry: retries,
})

/** Deletes mails whose connector was deleted, and those that are older than mails are kept. */
export const purgeMailsJob = defineJob({
  name: 'connectors/purge-mails',
  payload: z.object({}),
  retry: retries,
})

/** Deletes documents of deleted mails that nothing refers to any more. */
export const deleteMailDocumentsJob = defineJob({
  name: 'connectors/delete-mail-documents',
  payload: z.object({ organizationId: z.number().int(), hashes: z.array(z.string()) }),
  retry: retries,
})
