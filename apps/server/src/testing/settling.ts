import { expect } from 'vitest'
import { settleSourceJob } from '../features/executions/executions.jobs.ts'
import { findJobState } from './find-job-state.ts'
import type { TestServer } from './start-server.ts'

/** Waits until the job of an execution has marked or moved its mails. */
export const awaitSettling = ({ ctx }: TestServer, executionId: string): Promise<void> =>
  expect.poll(() => findJobState(ctx, `settle-source:${executionId}`)).toBe('done')

/** Runs the job again that marks or moves the mails of an execution. */
export async function settleAgain({ ctx }: TestServer, executionId: string): Promise<void> {
  const { organization_id: organizationId } = await ctx.db
    .selectFrom('execution')
    .select('organization_id')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow()
  const key = `late:${executionId}`
  await ctx.jobs.enqueue(settleSourceJob, { organizationId, executionId }, { key, organizationId })
  await expect.poll(() => findJobState(ctx, key)).toBe('done')
}
