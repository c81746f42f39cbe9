import { notFound, notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getClass } from './document-class.ts'
import { findEvents, type ReviewEventRow } from './events.store.ts'
import { assertApprover, type ClassReference } from './held-item.ts'
import {
  type Counts,
  countItems,
  findApproved,
  findItem,
  type ReviewItemRow,
} from './items.store.ts'

type ApprovedItemsDependencies = Pick<Context, 'db'>

export async function countQueue(
  ctx: ApprovedItemsDependencies,
  { actor, className }: ClassReference,
): Promise<Counts> {
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  return countItems(tenant, workflowId)
}

export async function listApproved(
  ctx: ApprovedItemsDependencies,
  { actor, className }: ClassReference,
): Promise<ReviewItemRow[]> {
  assertApprover(actor)
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  return findApproved(tenant, { workflowId })
}

/** Returns the items together with the name of the class, which names the file. */
export async function downloadable(
  ctx: ApprovedItemsDependencies,
  { actor, className }: ClassReference,
): Promise<{ readonly name: string; readonly items: ReviewItemRow[] }> {
  const items = await listApproved(ctx, { actor, className })
  const { name } = await getClass(tenantOf(ctx, actor), className)
  return { name, items }
}

export async function getApproved(
  ctx: ApprovedItemsDependencies,
  { actor, className, position }: ClassReference & { readonly position: number },
): Promise<ReviewItemRow> {
  assertApprover(actor)
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  const [item] = await findApproved(tenant, { workflowId, position })
  if (!item) throw notFound('approved document')
  return item
}

type ItemReference = { readonly actor: Actor; readonly id: string }

/** Returns an item that is or was in review; every reviewer may see it. */
export async function getItem(
  ctx: ApprovedItemsDependencies,
  { actor, id }: ItemReference,
): Promise<ReviewItemRow> {
  const item = await findItem(tenantOf(ctx, actor), id)
  if (!item) throw notFoundWithText('This document is not in review.')
  return item
}

export async function listEvents(
  ctx: ApprovedItemsDependencies,
  { actor, id }: ItemReference,
): Promise<ReviewEventRow[]> {
  await getItem(ctx, { actor, id })
  return findEvents(tenantOf(ctx, actor), id)
}
