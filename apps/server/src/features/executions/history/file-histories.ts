import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { getWorkflow, getWorkflowToChange, recordWorkflow } from '../../workflows/workflows.port.ts'
import {
  clearResults,
  deleteHistory,
  type FileHistoryRow,
  findHistoryPage,
  type HistoryFilter,
} from './file-history.store.ts'

type HistoryDependencies = Pick<Context, 'db'>
type HistoryRequest = HistoryFilter & { readonly actor: Actor }

/** Lists what a workflow has done with the files of its source. */
export async function listFileHistories(
  ctx: HistoryDependencies,
  {
    actor,
    page,
    pageSize,
    ...filter
  }: HistoryRequest & { readonly page: number; readonly pageSize: number },
) {
  await getWorkflow(ctx, { actor, id: filter.workflowId })
  const historyPage = await findHistoryPage(tenantOf(ctx, actor), filter, { page, pageSize })
  if (page > 1 && historyPage.rows.length === 0) throw notFound('page')
  return historyPage
}

type FileHistoryRequest = {
  readonly actor: Actor
  readonly workflowId: string
  readonly id: string
}

export async function getFileHistory(
  ctx: HistoryDependencies,
  { actor, workflowId, id }: FileHistoryRequest,
): Promise<FileHistoryRow> {
  const listRequest = { actor, workflowId, ids: [id], page: 1, pageSize: 1 }
  const [row] = (await listFileHistories(ctx, listRequest)).rows
  if (!row) throw notFound('entry in the file history')
  return row
}

/**
 * Deletes the history of the selected files, so that the next run processes them again and reads
 * them anew. Returns their number.
 */
export async function clearFileHistories(
  ctx: HistoryDependencies,
  { actor, ...filter }: HistoryRequest,
): Promise<number> {
  const workflow = await getWorkflowToChange(ctx, { actor, id: filter.workflowId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const count = await deleteHistory(tenant, filter)
    if (selectsEverything(filter)) await clearResults(tenant, filter.workflowId)
    await recordWorkflow(tenant, actor, {
      done: 'history-cleared',
      workflow,
      after: { forgotten_files: count },
    })
    return count
  })
}

/** Whether a filter selects the whole history of a workflow, also files that it does not know yet. */
const selectsEverything = ({ workflowId: _, ...conditions }: HistoryFilter) =>
  Object.values(conditions).every((condition) => condition === undefined)

export async function deleteFileHistory(
  ctx: HistoryDependencies,
  { id, ...request }: FileHistoryRequest,
): Promise<void> {
  await inTransaction(tenantOf(ctx, request.actor), async ({ db }) => {
    if ((await clearFileHistories({ db }, { ...request, ids: [id] })) === 0)
      throw notFound('entry in the file history')
  })
}

type WorkflowRequest = { readonly actor: Actor; readonly workflowId: string }

export async function clearCache(
  ctx: HistoryDependencies,
  { actor, workflowId }: WorkflowRequest,
): Promise<void> {
  const workflow = await getWorkflowToChange(ctx, { actor, id: workflowId })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await clearResults(tenant, workflowId)
    await recordWorkflow(tenant, actor, { done: 'cache-cleared', workflow })
  })
}

/**
 * Marks all files as new: those of the source, and those sent by callers who accept earlier
 * results.
 */
export async function clearFileMarker(
  ctx: HistoryDependencies,
  request: WorkflowRequest,
): Promise<void> {
  await inTransaction(tenantOf(ctx, request.actor), async ({ db }) => {
    await clearFileHistories({ db }, request)
    await clearCache({ db }, request)
  })
}
