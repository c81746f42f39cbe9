import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getExecution } from '../get-execution.ts'
import { countChecks, listCheckedFiles } from './checks.reads.ts'

type Input = { readonly actor: Actor; readonly id: string; readonly page: number }

const pageSize = 50

/** How the checks of the files of an execution came out. */
export async function getExecutionChecks(ctx: Pick<Context, 'db'>, { actor, id, page }: Input) {
  await getExecution(ctx, { actor, id }, 'open')
  const tenant = tenantOf(ctx, actor)
  const wanted = { executionId: id, offset: (page - 1) * pageSize, limit: pageSize }
  const [counts, files] = await Promise.all([
    countChecks(tenant, id),
    listCheckedFiles(tenant, wanted),
  ])
  return { counts, files, pageSize }
}
