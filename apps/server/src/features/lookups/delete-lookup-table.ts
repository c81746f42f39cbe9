import { conflict, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { listProjectsMatchedTo } from '../../platform/db/referrers.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { getLookupTable } from './get-lookup-table.ts'
import { deleteLookupTableRow } from './rows/lookup-tables.store.ts'

type DeleteLookupTableRequest = { readonly actor: Actor; readonly id: string }

/** Maximum number of projects that the message names. */
const maxListedProjects = 20

/** Deletes a lookup table with all its versions. Throws 409 while a prompt is matched to it. */
export async function deleteLookupTable(
  ctx: Pick<Context, 'db'>,
  { actor, id }: DeleteLookupTableRequest,
): Promise<void> {
  const { name, row_count: rows } = await getLookupTable(ctx, { actor, id }, 'delete')
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const { names, count } = await listProjectsMatchedTo(tenant, actor, name)
    if (count > 0) {
      const listedNames = names.slice(0, maxListedProjects).map((project) => `“${project}”`)
      const projects =
        listedNames.length > 0 ? listedNames.join(', ') : 'a project that you cannot see'
      throw conflict(`Prompts are matched to “${name}” in ${projects}.`)
    }
    if (!(await deleteLookupTableRow(tenant, id))) throw notFound('lookup table')
    await recordChange(tenant, actor, {
      action: 'lookup-table.deleted',
      subject: { type: 'lookup-table', id, name },
      before: { rows },
    })
  })
}
