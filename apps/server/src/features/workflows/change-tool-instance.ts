import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  changeToolInstance,
  findToolInstances,
  removeToolInstance,
  type ToolInstanceRow,
} from './tool-instances.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

export async function getToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<ToolInstanceRow> {
  const [instance] = await findToolInstances(tenantOf(ctx, actor), { id })
  if (!instance) throw notFound('tool instance')
  return instance
}

/** The settings are replaced as a whole; what names the instance and its organization is the server's. */
export async function saveToolSettings(
  ctx: Pick<Context, 'db'>,
  { actor, id, metadata }: Input & { readonly metadata: Record<string, unknown> },
): Promise<ToolInstanceRow> {
  const instance = await getToolInstance(ctx, { actor, id })
  return changeToolInstance(tenantOf(ctx, actor), id, {
    metadata: {
      ...metadata,
      tool_instance_id: id,
      prompt_registry_id: instance.tool_id,
      tenant_id: actor.organization.slug,
    },
    userId: actor.userId,
  })
}

export async function deleteToolInstance(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<void> {
  await getToolInstance(ctx, { actor, id })
  await removeToolInstance(tenantOf(ctx, actor), id)
}
