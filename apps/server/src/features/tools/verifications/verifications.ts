import { AppError, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { projectPeople } from '../../prompt-studio/prompt-studio.port.ts'
import { type Comparison, readComparison } from './comparison.ts'
import { cancelWithin, startVerification } from './start-verification.ts'
import {
  findVerification,
  listVerificationResults,
  listVerificationRows,
  type VerificationResultRow,
  type VerificationRow,
} from './verifications.store.ts'

type Of = { readonly actor: Actor; readonly projectId: string }
type OfOne = Of & { readonly id: string }

export async function verifyProject(
  ctx: Pick<Context, 'config' | 'db' | 'events'>,
  of: Of,
): Promise<VerificationRow> {
  return startVerification(ctx, { ...of, comparison: await readComparison(ctx, of) })
}

type Listed = {
  readonly rows: readonly VerificationRow[]
  /** Undefined where the project cannot be exported. */
  readonly comparison: Comparison | undefined
}

/** Newest first, with what a verification would compare now. */
export async function listVerifications(ctx: Pick<Context, 'db'>, of: Of): Promise<Listed> {
  await assertSeen(ctx, of)
  const rows = await listVerificationRows(tenantOf(ctx, of.actor), of.projectId)
  return { rows, comparison: await findComparison(ctx, of) }
}

/** None of a project that cannot be exported as it is: why, whoever exports it is told. */
async function findComparison(ctx: Pick<Context, 'db'>, of: Of): Promise<Comparison | undefined> {
  try {
    return await readComparison(ctx, of)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'legacy-refusal') return undefined
    throw error
  }
}

type Found = Listed & { readonly values: readonly VerificationResultRow[] }

/** One more value than asked for where there are more. */
export async function getVerification(
  ctx: Pick<Context, 'db'>,
  { limit, ...of }: OfOne & { readonly limit: number },
): Promise<Found> {
  const row = await find(ctx, of)
  const values = await listVerificationResults(tenantOf(ctx, of.actor), { id: row.id, limit })
  return { rows: [row], values, comparison: await findComparison(ctx, of) }
}

export async function cancelVerification(
  ctx: Pick<Context, 'db' | 'events'>,
  of: OfOne,
): Promise<VerificationRow> {
  await find(ctx, of)
  await inTransaction(tenantOf(ctx, of.actor), (tenant) => cancelWithin(ctx, tenant, of.id))
  return find(ctx, of)
}

async function find(ctx: Pick<Context, 'db'>, of: OfOne): Promise<VerificationRow> {
  await assertSeen(ctx, of)
  const row = await findVerification(tenantOf(ctx, of.actor), of)
  if (!row) throw notFound('verification')
  return row
}

/** Refuses whoever does not see the project. */
async function assertSeen(ctx: Pick<Context, 'db'>, { actor, projectId }: Of): Promise<void> {
  await projectPeople(ctx, { actor, projectId })
}
