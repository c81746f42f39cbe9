import { conflict, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { getLookupTable } from './get-lookup-table.ts'
import { type LookupTableVersionRow, lockLookupTable } from './rows/lookup-tables.store.ts'
import { openTableFile } from './upload/read-table-file.ts'
import { assertComplete, planRowLayout, saveVersion } from './upload/save-version.ts'

type AddVersionRequest = {
  readonly actor: Actor
  readonly id: string
  readonly file: Upload | undefined
}

/** Replaces all rows of a table by those of a file, as its next version. */
export async function addLookupTableVersion(
  ctx: Pick<Context, 'db' | 'files' | 'reader'>,
  { actor, id, file }: AddVersionRequest,
): Promise<LookupTableVersionRow> {
  const { name } = await getLookupTable(ctx, { actor, id }, 'change')
  if (!file) throw invalid('file', 'No file was submitted.', 'required')
  const { names, rows } = await openTableFile(ctx, file)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const table = await lockLookupTable(tenant, id)
    if (!table) throw conflict(`Another file is being uploaded to “${name}”.`)
    assertComplete(planRowLayout(table, names))
    const version = await saveVersion(tenant, {
      table,
      names,
      rows,
      fileName: file.name,
      createdBy: actor.userId,
    })
    await recordChange(tenant, actor, {
      action: 'lookup-table.changed',
      subject: { type: 'lookup-table', id, name },
      before: { version: table.version, rows: table.row_count },
      after: {
        version: version.version,
        file: file.name,
        rows: version.row_count,
        added: version.added,
        changed: version.changed,
        removed: version.removed,
      },
    })
    return version
  })
}
