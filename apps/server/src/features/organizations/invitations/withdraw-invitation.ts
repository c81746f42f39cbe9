import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { removeInvitation } from './invitations.store.ts'

/** Closes the link of an invitation. Returns whether there was one. */
export async function withdrawInvitation(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<boolean> {
  return isUuid(id) && (await removeInvitation(tenantOf(ctx, actor), id))
}
