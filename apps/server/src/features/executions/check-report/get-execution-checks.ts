import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getExecution } from '../get-execution.ts'
import { countChecks, listCheckedFiles } from './checks.reads.ts'

type ExecutionChecksRequest = { readonly actor: Actor; readonly id: string; readonly page: number }

const pageSize = 50

/** Gets the outcomes of the checks of an execution: the counts and one page of files. */
export async function getExecutionChecks(
  ctx: Pick<Context, 'db'>,
  { actor, id, page }: ExecutionChecksRequest,
) {
  await getExecution(ctx, { actor, id }, 'open')
  const tenant = tenantOf(ctx, actor)
  const request = { executionId: id, offset: (page - 1) * pageSize, limit: pageSize }
  const [counts, files] = await Promise.all([
    countChecks(tenant, id),
    listCheckedFiles(tenant, request),
  ])
  return { counts, files, pageSize }
}
