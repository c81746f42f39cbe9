import { refusalWith500 } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ProjectParts } from '../../prompt-studio/prompt-studio.port.ts'
import { awaitRegressionTest } from './await-regression-test.ts'
import { type Comparison, loadComparison } from './comparison.ts'
import {
  isOpenTest,
  queueRegressionTest,
  type RegressionTestRequest,
} from './queue-regression-test.ts'
import {
  listRegressionResults,
  listRegressionTestRows,
  type RegressionResultRow,
  type RegressionTestRow,
} from './regression-tests.store.ts'
import { computeDigest } from './test-cases.ts'

/**
 * Maximum number of seconds that an export waits for the test; then the caller is asked to export
 * again.
 */
const maxWaitSeconds = 25

/** A model may answer differently tomorrow, so an older test is repeated. */
const maxAgeMilliseconds = 24 * 60 * 60 * 1000

/** Maximum number of values that the error message and the audit log list. */
const maxReported = { message: 5, audit: 50 }

type RegressionTestDependencies = Pick<Context, 'config' | 'db' | 'events' | 'shutdownSignal'>

type AssertNoRegressionsRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly parts: ProjectParts
  readonly overrideReason: string | undefined
}

/** The regressions that a reason has overridden, as stored in the audit log. */
export type RegressionOverride = {
  readonly reason: string
  readonly verification: string
  readonly error: string | null
  readonly worse: readonly { readonly prompt: string; readonly document: string }[]
}

/**
 * Refuses an export when an expected value is answered worse than by the last exported version,
 * whether or not that is live, or could not be answered. Returns what a reason has overridden, if anything.
 */
export async function assertNoRegressions(
  ctx: RegressionTestDependencies,
  { actor, projectId, parts, overrideReason }: AssertNoRegressionsRequest,
): Promise<RegressionOverride | undefined> {
  const comparison = await loadComparison(ctx, { actor, projectId }, parts)
  if (!canRegress(comparison)) return undefined
  const tenant = tenantOf(ctx, actor)
  const regressionTest =
    (await findRecentTest(tenant, projectId, comparison, overrideReason !== undefined)) ??
    (await startAndAwaitTest(ctx, { actor, projectId, comparison }))
  const { id } = regressionTest
  const query = { id, limit: maxReported.audit }
  const regressions = await listRegressionResults(tenant, { ...query, outcome: 'worse' })
  const { error } = regressionTest
  if (regressions.length === 0 && error === null) return undefined
  if (overrideReason === undefined) throw buildRefusal(regressions, error)
  return {
    reason: overrideReason,
    verification: id,
    error,
    worse: regressions.map(toOverriddenValue),
  }
}

function canRegress({ candidate, exportedMetadata, testCases }: Comparison): boolean {
  if (!exportedMetadata || testCases.documents.length === 0) return false
  const toComparable = ({ tool_settings, outputs }: Comparison['candidate']) => [
    tool_settings,
    outputs,
  ]
  return computeDigest(toComparable(candidate)) !== computeDigest(toComparable(exportedMetadata))
}

/**
 * Finds a recent test of the same comparison. A failed one is repeated, unless there is a reason that
 * overrides it: repeating it may take longer than an export waits, and the reason would never count.
 */
async function findRecentTest(
  tenant: Tenant,
  projectId: string,
  { digest }: Comparison,
  isOverridden: boolean,
): Promise<RegressionTestRow | undefined> {
  const minCreatedAt = Date.now() - maxAgeMilliseconds
  const rows = (await listRegressionTestRows(tenant, projectId)).filter(
    (row) => row.digest === digest && row.created_at.getTime() > minCreatedAt,
  )
  return (
    rows.find(({ state }) => state === 'done') ??
    (isOverridden ? rows.find(({ state }) => state === 'failed') : undefined)
  )
}

async function startAndAwaitTest(
  ctx: RegressionTestDependencies,
  request: RegressionTestRequest,
): Promise<RegressionTestRow> {
  const tenant = tenantOf(ctx, request.actor)
  const { id } = await queueRegressionTest(ctx, request)
  const awaitOptions = { projectId: request.projectId, id, seconds: maxWaitSeconds }
  const row = await awaitRegressionTest(ctx, tenant, awaitOptions)
  if (!row || row.state === 'cancelled') {
    throw refusalWith500(
      'Unable to export tool. Its regression test was cancelled.',
      'not_verified',
    )
  }
  if (isOpenTest(row)) {
    throw refusalWith500(
      `Unable to export tool yet. The regression test has finished ${row.documents_done} of ${row.documents} documents. Export again when it has finished all of them.`,
      'not_verified',
    )
  }
  return row
}

const howToOverride = 'Enter a reason to export it anyway.'

function buildRefusal(regressions: readonly RegressionResultRow[], error: string | null) {
  if (regressions.length === 0) {
    return refusalWith500(`Unable to export tool. ${error} ${howToOverride}`, 'not_verified')
  }
  const descriptions = regressions.slice(0, maxReported.message).map(describeRegression).join('; ')
  const remainingCount = regressions.length - maxReported.message
  const remainder = remainingCount > 0 ? `; and ${remainingCount} more` : ''
  const subject = regressions.length === 1 ? 'A value' : `${regressions.length} values`
  return refusalWith500(
    `Unable to export tool. ${subject} would get worse: ${descriptions}${remainder}. ${howToOverride}`,
    'worse',
  )
}

const toOverriddenValue = ({
  prompt_key: prompt,
  document_name: document,
}: RegressionResultRow) => ({
  prompt,
  document,
})

const describeRegression = ({
  prompt_key,
  document_name,
  truth,
  after_value,
}: RegressionResultRow) =>
  `“${prompt_key}” of ${document_name} is ${quote(after_value)} instead of ${quote(truth)}`

function quote(value: string | null): string {
  if (value === null) return 'nothing'
  return `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`
}
