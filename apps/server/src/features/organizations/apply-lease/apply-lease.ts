import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import {
  deleteApplyLease,
  findApplyLease,
  renewApplyLease,
  saveApplyLease,
} from './apply-lease.store.ts'

type LeaseRequest = { readonly actor: Actor; readonly holder: string }

type TakeRequest = LeaseRequest & {
  readonly seconds: number
  /** Whether it fails if another process has had the lease since. */
  readonly renews: boolean
}

/** Takes or renews the lease and returns its expiry. Throws while another process has it. */
export async function takeLease(
  ctx: Pick<Context, 'db'>,
  { actor, holder, seconds, renews }: TakeRequest,
): Promise<Date> {
  const tenant = tenantOf(ctx, actor)
  const expiry = renews
    ? await renewApplyLease(tenant, { holder, seconds })
    : await saveApplyLease(tenant, { holder, seconds, holderName: actor.email })
  if (expiry) return expiry
  const lease = await findApplyLease(tenant)
  // Between the two queries, another process may have released it.
  if (!lease) throw conflict('Another apply has just ended in this organization.')
  const { holder_name: name, began_at: start } = lease
  throw conflict(
    `Another apply is running in this organization by ${name} since ${presentTime(start)}.`,
  )
}

export const releaseLease = (ctx: Pick<Context, 'db'>, { actor, holder }: LeaseRequest) =>
  deleteApplyLease(tenantOf(ctx, actor), holder)
