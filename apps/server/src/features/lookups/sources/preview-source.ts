import { lookupSourceLimits, type SentLookupSource } from '@recto/contract/lookups/lookup-sources'
import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { planTable } from '../create-lookup-table.ts'
import { openSource, type SourceDependencies, toSourceError } from './open-source.ts'
import { readSentSource } from './readable-source.ts'
import type { ReadableSource } from './source-rows.ts'

type PreviewDependencies = Pick<Context, 'db' | 'vault'> & SourceDependencies

type PreviewRequest = {
  readonly actor: Actor
  readonly source: SentLookupSource
  readonly tableId: string | null
  readonly key?: string | undefined
}

type SourcePreview = {
  readonly columns: readonly LookupColumn[]
  readonly rows: readonly (readonly string[])[]
}

/** Reads the first rows of a source that need not be stored. */
export async function previewSource(
  ctx: PreviewDependencies,
  { key, ...request }: PreviewRequest,
): Promise<SourcePreview> {
  const source = await readSentSource(ctx, request)
  return readFirstRows(ctx, tenantOf(ctx, request.actor), { source, key })
}

type FirstRowsQuery = { readonly source: ReadableSource; readonly key?: string | undefined }

/** Reads the first rows of a source, in the short time that somebody waits for them. */
export async function readFirstRows(
  ctx: SourceDependencies,
  tenant: Tenant,
  { source, key }: FirstRowsQuery,
): Promise<SourcePreview> {
  const { previewSeconds: waitSeconds, previewedRows: maxRows } = lookupSourceLimits
  const { close, ...rows } = await openSource(ctx, tenant, source, {
    waitSeconds,
    // The server ends its query before the connection to it is given up.
    seconds: waitSeconds + 2,
  })
  try {
    const { columns, sample } = await planTable(rows, { key })
    // A column that a later row named is empty in those before it.
    const firstRows = sample.slice(0, maxRows)
    return { columns, rows: firstRows.map((cells) => columns.map((_, n) => cells[n] ?? '')) }
  } catch (error) {
    throw toSourceError(error)
  } finally {
    close()
  }
}
