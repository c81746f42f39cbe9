import { notFound, notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findFilePaths } from '../../executions/executions.port.ts'
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

type ApprovedExport = {
  readonly name: string
  readonly items: readonly ReviewItemRow[]
  /** Paths of the files that came from a source, by the id of the file. */
  readonly paths: ReadonlyMap<string, string>
}

/** Returns the items together with the name of the class, which names the file. */
export async function downloadable(
  ctx: ApprovedItemsDependencies,
  { actor, className }: ClassReference,
): Promise<ApprovedExport> {
  const tenant = tenantOf(ctx, actor)
  const items = await listApproved(ctx, { actor, className })
  const { name } = await getClass(tenant, className)
  const fileIds = items.map(({ file_execution_id }) => file_execution_id)
  return { name, items, paths: await findFilePaths(tenant, fileIds) }
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
