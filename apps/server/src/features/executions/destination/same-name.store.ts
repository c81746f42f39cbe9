import type { Tenant } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/sql-text.ts'
import type { Delivery } from './delivery.ts'

/**
 * Whether another file of the execution in the same folder has the same name apart from its
 * extension.
 */
export async function hasFileOfSameName(
  { db, organizationId }: Tenant,
  { id, execution_id, file_path }: Delivery['file'],
  stem: string,
): Promise<boolean> {
  if (file_path === null) return false
  const folder = file_path.slice(0, file_path.lastIndexOf('/') + 1)
  const rows = await db
    .selectFrom('file_execution')
    .select('file_path')
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', execution_id)
    .where('id', '!=', id)
    .where('file_path', 'like', `${escapeLike(folder + stem)}%`)
    .execute()
  return rows.some(({ file_path: otherPath }) => {
    const rest = otherPath?.slice((folder + stem).length) ?? ''
    return rest === '' || /^\.[^./]*$/.test(rest)
  })
}
