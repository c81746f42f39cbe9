import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { deleteApplyLease, findApplyLease, saveApplyLease } from './apply-lease.store.ts'

type LeaseRequest = { readonly actor: Actor; readonly holder: string }

/** Takes or renews the lease and returns its expiry. Throws while another process has it. */
export async function takeLease(
  ctx: Pick<Context, 'db'>,
  { actor, holder, seconds }: LeaseRequest & { readonly seconds: number },
): Promise<Date> {
  const tenant = tenantOf(ctx, actor)
  const expiry = await saveApplyLease(tenant, { holder, seconds, holderName: actor.email })
  if (expiry) return expiry
  const lease = await findApplyLease(tenant)
  const start = lease ? ` by ${lease.holder_name} since ${presentTime(lease.began_at)}` : ''
  throw conflict(`Another apply is running in this organization${start}.`)
}

export const releaseLease = (ctx: Pick<Context, 'db'>, { actor, holder }: LeaseRequest) =>
  deleteApplyLease(tenantOf(ctx, actor), holder)
