import { AppError, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { listCollaboratorIds } from '../../prompt-studio/prompt-studio.port.ts'
import { type Comparison, loadComparison } from './comparison.ts'
import { cancelInTransaction, queueRegressionTest } from './queue-regression-test.ts'
import {
  findRegressionTest,
  listRegressionResults,
  listRegressionTestRows,
  type RegressionResultRow,
  type RegressionTestRow,
} from './regression-tests.store.ts'

type ProjectRef = { readonly actor: Actor; readonly projectId: string }
type RegressionTestRef = ProjectRef & { readonly id: string }

export async function startRegressionTest(
  ctx: Pick<Context, 'config' | 'db' | 'events'>,
  ref: ProjectRef,
): Promise<RegressionTestRow> {
  return queueRegressionTest(ctx, { ...ref, comparison: await loadComparison(ctx, ref) })
}

type RegressionTestsWithComparison = {
  readonly rows: readonly RegressionTestRow[]
  /** Undefined where the project cannot be exported. */
  readonly comparison: Comparison | undefined
}

/** Lists tests, newest first, with what a test would compare now. */
export async function listRegressionTests(
  ctx: Pick<Context, 'db'>,
  ref: ProjectRef,
): Promise<RegressionTestsWithComparison> {
  await assertCanSeeProject(ctx, ref)
  const rows = await listRegressionTestRows(tenantOf(ctx, ref.actor), ref.projectId)
  return { rows, comparison: await findComparison(ctx, ref) }
}

/** `undefined` for a project that cannot be exported; the export itself tells why. */
async function findComparison(
  ctx: Pick<Context, 'db'>,
  ref: ProjectRef,
): Promise<Comparison | undefined> {
  try {
    return await loadComparison(ctx, ref)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'legacy-refusal') return undefined
    throw error
  }
}

type RegressionTestDetails = RegressionTestsWithComparison & {
  readonly values: readonly RegressionResultRow[]
}

/** Returns the test with at most `limit` of its values. */
export async function getRegressionTest(
  ctx: Pick<Context, 'db'>,
  { limit, ...ref }: RegressionTestRef & { readonly limit: number },
): Promise<RegressionTestDetails> {
  const row = await loadRegressionTest(ctx, ref)
  const values = await listRegressionResults(tenantOf(ctx, ref.actor), { id: row.id, limit })
  return { rows: [row], values, comparison: await findComparison(ctx, ref) }
}

export async function cancelRegressionTest(
  ctx: Pick<Context, 'db' | 'events'>,
  ref: RegressionTestRef,
): Promise<RegressionTestRow> {
  await loadRegressionTest(ctx, ref)
  await inTransaction(tenantOf(ctx, ref.actor), (tenant) =>
    cancelInTransaction(ctx, tenant, ref.id),
  )
  return loadRegressionTest(ctx, ref)
}

async function loadRegressionTest(
  ctx: Pick<Context, 'db'>,
  ref: RegressionTestRef,
): Promise<RegressionTestRow> {
  await assertCanSeeProject(ctx, ref)
  const row = await findRegressionTest(tenantOf(ctx, ref.actor), ref)
  if (!row) throw notFound('regression test')
  return row
}

/** Refuses actors who may not see the project. */
async function assertCanSeeProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRef,
): Promise<void> {
  await listCollaboratorIds(ctx, { actor, projectId })
}
