import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { type BegunPart, findBegun, noteBegun } from './organizations.store.ts'

type Asked = { readonly actor: Actor; readonly part: BegunPart }

/** Whether somebody of the actor's organization has begun with a part of the product. */
export async function hasBegun(ctx: Pick<Context, 'db'>, { actor, part }: Asked): Promise<boolean> {
  return findBegun(tenantOf(ctx, actor), part)
}

/** From now on its first card is past for all of the organization. */
export async function begin(ctx: Pick<Context, 'db'>, { actor, part }: Asked): Promise<void> {
  await noteBegun(tenantOf(ctx, actor), part)
}
