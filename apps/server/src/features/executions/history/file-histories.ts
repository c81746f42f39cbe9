import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getWorkflow, getWorkflowToChange } from '../../workflows/workflows.port.ts'
import {
  clearResults,
  deleteHistory,
  type FileHistoryRow,
  type HistoryFilter,
  pageOfHistory,
} from './file-history.store.ts'

type Needs = Pick<Context, 'db'>
type Asked = HistoryFilter & { readonly actor: Actor }

/** What a workflow has done with the files of its source. */
export async function listFileHistories(
  ctx: Needs,
  {
    actor,
    page,
    pageSize,
    ...filter
  }: Asked & { readonly page: number; readonly pageSize: number },
) {
  await getWorkflow(ctx, { actor, id: filter.workflowId })
  const found = await pageOfHistory(tenantOf(ctx, actor), filter, { page, pageSize })
  if (page > 1 && found.rows.length === 0) throw notFound('page')
  return found
}

type One = { readonly actor: Actor; readonly workflowId: string; readonly id: string }

export async function getFileHistory(
  ctx: Needs,
  { actor, workflowId, id }: One,
): Promise<FileHistoryRow> {
  const wanted = { actor, workflowId, ids: [id], page: 1, pageSize: 1 }
  const [row] = (await listFileHistories(ctx, wanted)).rows
  if (!row) throw notFound('file history')
  return row
}

/** The files that are named are processed again by the next run. Returns how many they are. */
export async function clearFileHistories(ctx: Needs, { actor, ...filter }: Asked): Promise<number> {
  await getWorkflowToChange(ctx, { actor, id: filter.workflowId })
  return deleteHistory(tenantOf(ctx, actor), filter)
}

export async function deleteFileHistory(ctx: Needs, { id, ...of }: One): Promise<void> {
  if ((await clearFileHistories(ctx, { ...of, ids: [id] })) === 0) throw notFound('file history')
}

type OfWorkflow = { readonly actor: Actor; readonly workflowId: string }

export async function clearCache(ctx: Needs, { actor, workflowId }: OfWorkflow): Promise<void> {
  await getWorkflowToChange(ctx, { actor, id: workflowId })
  await clearResults(tenantOf(ctx, actor), workflowId)
}

/** All files count as new: of its source, and those that are sent to it by callers who want known results. */
export async function clearFileMarker(ctx: Needs, of: OfWorkflow): Promise<void> {
  await clearFileHistories(ctx, of)
  await clearResults(tenantOf(ctx, of.actor), of.workflowId)
}
