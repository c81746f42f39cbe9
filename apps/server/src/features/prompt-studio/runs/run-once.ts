import { createHash } from 'node:crypto'
import { conflict } from '../../../platform/app-error.ts'
import type { HeldClaim } from '../../../platform/claims/claims.ts'
import { onceFor } from '../../../platform/claims/once-for.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { rethrowExplained } from '../../answering/answering.port.ts'
import { listOutputsById, type OutputRow } from '../rows/outputs.store.ts'

type Run = {
  /** Everything that would make it another run. */
  readonly facts: unknown
  /** Answers, and returns what is to be stored when that is done. */
  readonly answer: (claim: HeldClaim) => Promise<(within: Tenant) => Promise<readonly OutputRow[]>>
}

/**
 * A run that is asked for again while it goes on, in whatever process, is the same run: all get its
 * outputs, and it is paid once. When it has ended, asking again is a new run.
 */
export async function runOnce(
  { claims }: Pick<Context, 'claims'>,
  tenant: Tenant,
  { facts, answer }: Run,
): Promise<readonly OutputRow[]> {
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  let saved: readonly OutputRow[] = []
  const key = `run/${tenant.organizationId}/${digest}`
  const ids = await onceFor({ claims, db: tenant.db }, key, async (claim) => {
    const save = await answer(claim).catch(rethrowExplained)
    return async (db) => {
      saved = await save({ ...tenant, db }).catch(rethrowExplained)
      return saved.map(({ id }) => id)
    }
  })
  const outputs = saved.length > 0 ? saved : await listOutputsById(tenant, ids)
  if (outputs.length < ids.length) throw conflict('The output was deleted meanwhile.')
  return outputs
}
