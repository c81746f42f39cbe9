import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getClass } from './document-class.ts'
import { findEvents, type ReviewEventRow } from './events.store.ts'
import { assertApprover, type OfClass } from './held-item.ts'
import {
  type Counts,
  countItems,
  findApproved,
  findItem,
  type ReviewItemRow,
} from './items.store.ts'

type Needs = Pick<Context, 'db'>

export async function countQueue(ctx: Needs, { actor, className }: OfClass): Promise<Counts> {
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  return countItems(tenant, workflowId)
}

export async function listApproved(
  ctx: Needs,
  { actor, className }: OfClass,
): Promise<ReviewItemRow[]> {
  assertApprover(actor)
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  return findApproved(tenant, { workflowId })
}

/** With the name of the class, after which the file is called. */
export async function downloadable(
  ctx: Needs,
  { actor, className }: OfClass,
): Promise<{ readonly name: string; readonly items: ReviewItemRow[] }> {
  const items = await listApproved(ctx, { actor, className })
  const { name } = await getClass(tenantOf(ctx, actor), className)
  return { name, items }
}

export async function getApproved(
  ctx: Needs,
  { actor, className, position }: OfClass & { readonly position: number },
): Promise<ReviewItemRow> {
  assertApprover(actor)
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  const [item] = await findApproved(tenant, { workflowId, position })
  if (!item) throw notFound('approved document')
  return item
}

type OfItem = { readonly actor: Actor; readonly id: string }

/** What people have in hand or had; everybody who reviews may look at it. */
export async function getItem(ctx: Needs, { actor, id }: OfItem): Promise<ReviewItemRow> {
  const item = await findItem(tenantOf(ctx, actor), id)
  if (!item) throw notFound('document in review')
  return item
}

export async function listEvents(ctx: Needs, { actor, id }: OfItem): Promise<ReviewEventRow[]> {
  await getItem(ctx, { actor, id })
  return findEvents(tenantOf(ctx, actor), id)
}
