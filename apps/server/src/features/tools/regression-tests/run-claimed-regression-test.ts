import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { isUserFacingError, toUserMessage } from '../../../platform/describe-failure.ts'
import { retryThroughOutage } from '../../../platform/work/retry-through-outage.ts'
import {
  type ClaimedWorkItem,
  findPoisonReason,
  type Lease,
  LeaseLostError,
} from '../../../platform/work/work-queue.ts'
import { runStep } from '../../model-calls/model-calls.port.ts'
import { ToolMetadata } from '../tool-metadata.ts'
import { findHeldRegressionTest } from './claimed-regression-tests.store.ts'
import { regressionTestChanged } from './regression-tests.events.ts'
import {
  type ClaimedRegressionTest,
  countOutcomes,
  endRegressionTest,
  listFinishedHashes,
  saveTestCaseResult,
} from './regression-tests.store.ts'
import { type ComparedVersions, runTestCase } from './run-test-case.ts'
import { loadTestCases, type TestCase } from './test-cases.ts'

/** Low, so that people who wait for a document in the studio do not wait for a regression test. */
const concurrentDocuments = 4

type RegressionTestWork = {
  readonly tenant: Tenant
  readonly id: string
  readonly projectId: string
  readonly versions: ComparedVersions
  readonly lease: Lease
}

/**
 * Runs a regression test document by document; documents that an earlier claim has finished are
 * skipped.
 */
export async function runClaimedRegressionTest(
  ctx: Context,
  row: ClaimedWorkItem,
  lease: Lease,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: row.organizationId }
  const { workerId } = lease
  const claimedTest = await retryThroughOutage(ctx, lease, () =>
    findHeldRegressionTest(tenant, { id: row.id, workerId }),
  )
  if (!claimedTest) return
  try {
    const error = findPoisonReason(row)
      ? 'The worker crashed repeatedly during this test, so the test will not be retried.'
      : await runTest(ctx, { tenant, claimedTest, lease })
    await endTest(ctx, tenant, { id: row.id, lease, error })
  } catch (error) {
    if (!lease.cancelSignal.aborted) await failTest(ctx, tenant, { id: row.id, lease, error })
  }
}

type TestFailure = { readonly id: string; readonly lease: Lease; readonly error: unknown }

/** An error caused by a stopping worker or a lost lease is no failure: another worker continues. */
async function failTest(
  ctx: Context,
  tenant: Tenant,
  { id, lease, error }: TestFailure,
): Promise<void> {
  if (lease.signal.aborted || error instanceof LeaseLostError) throw new LeaseLostError()
  if (!isUserFacingError(error)) ctx.log.error({ err: error }, 'a regression test failed')
  await endTest(ctx, tenant, { id, lease, error: toUserMessage(error) })
}

type RunTestOptions = Pick<RegressionTestWork, 'tenant' | 'lease'> & {
  readonly claimedTest: ClaimedRegressionTest
}

/** Runs the remaining test cases and describes failures, if any. */
async function runTest(
  ctx: Context,
  { claimedTest, ...work }: RunTestOptions,
): Promise<string | undefined> {
  const { id, project_id: projectId, candidate, published: storedMetadata } = claimedTest
  const versions = {
    candidate: ToolMetadata.parse(candidate),
    exportedMetadata: storedMetadata === null ? undefined : ToolMetadata.parse(storedMetadata),
  }
  await retryThroughOutage(ctx, work.lease, () =>
    runRemainingCases(ctx, { ...work, id, projectId, versions }),
  )
  return describeFailures(work.tenant, id)
}

async function runRemainingCases(ctx: Context, work: RegressionTestWork): Promise<void> {
  const { tenant, id, projectId, versions } = work
  // Expected values that changed since the start are tested as they are now. The digest of the test is
  // that of the start, so an export does not take it for a test of the changed values.
  const { documents } = await loadTestCases(tenant, projectId, versions.candidate)
  const finishedHashes = await listFinishedHashes(tenant, id)
  const remainingCases = documents.filter(({ hash }) => !finishedHashes.has(hash))
  for (let start = 0; start < remainingCases.length; start += concurrentDocuments) {
    const batch = remainingCases.slice(start, start + concurrentDocuments)
    await Promise.all(batch.map((testCase) => runCase(ctx, work, testCase)))
  }
}

async function runCase(ctx: Context, work: RegressionTestWork, testCase: TestCase): Promise<void> {
  const { tenant, id, projectId, versions, lease } = work
  await lease.assertHeld()
  const values = await runTestCase(ctx, tenant, {
    ...versions,
    testCase,
    calls: {
      runId: id,
      callKeyPrefix: `verification/${id}/${testCase.hash}`,
      projectId,
      // `runTool` opens the masking of the tool.
      masking: undefined,
      step: runStep,
      claims: ctx.claims,
      groupCommits: ctx.groupCommits,
      signal: lease.signal,
      assertLeaseHeld: lease.assertHeld,
      releaseCpuDuring: lease.releaseCpuDuring,
    },
  })
  const { workerId } = lease
  const isSaved = await inTransaction(tenant, (transaction) =>
    saveTestCaseResult(transaction, { id, workerId, testCase, values }),
  )
  if (!isSaved) throw new LeaseLostError()
  await ctx.events.publish(tenant.db, regressionTestChanged, { id, state: 'running' })
}

/** A failed answer is an error of the whole test: it tells nothing about the prompt. */
async function describeFailures(tenant: Tenant, id: string): Promise<string | undefined> {
  const failedCount = (await countOutcomes(tenant, [id])).get(id)?.failed ?? 0
  if (failedCount === 0) return undefined
  return `${failedCount} ${failedCount === 1 ? 'value' : 'values'} could not be extracted, so it is not known whether the result got worse.`
}

type TestEnding = { readonly id: string; readonly lease: Lease; readonly error: string | undefined }

async function endTest(
  ctx: Context,
  tenant: Tenant,
  { id, lease, error }: TestEnding,
): Promise<void> {
  const { workerId } = lease
  const outcome =
    error === undefined ? { state: 'done' as const } : { state: 'failed' as const, error }
  await retryThroughOutage(ctx, lease, () =>
    inTransaction(tenant, async (transaction) => {
      if (!(await endRegressionTest(transaction, { id, workerId, ...outcome }))) return
      await ctx.events.publish(transaction.db, regressionTestChanged, { id, state: outcome.state })
    }),
  )
}
