import type { LookupSourceSettings, SentLookupSource } from '@recto/contract/lookups/lookup-sources'
import { forbidden, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { VaultError } from '../../../platform/vault/vault.ts'
import { assertConnectorUsable } from '../../connectors/connectors.port.ts'
import { getLookupTable } from '../get-lookup-table.ts'
import type { ReadableSource } from './source-rows.ts'
import { findSource, type LookupSourceRow } from './sources.store.ts'

/** Returns a stored source with its secret. */
export function readableSource(
  { vault }: Pick<Context, 'vault'>,
  { settings, connector_id: connectorId, sealed_header: sealedHeader }: LookupSourceRow,
): ReadableSource {
  try {
    const headerValue = sealedHeader === null ? undefined : vault.open(sealedHeader)
    return { settings, connectorId, headerValue }
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    throw forbidden('The header of the source was encrypted with a different key. Enter it again.')
  }
}

type SentSource = {
  readonly actor: Actor
  readonly source: SentLookupSource
  /** The table whose stored secret is sent if the source has none; it may be a new table. */
  readonly tableId: string | null
}

/** Returns a source that was sent, after checking that the actor may use its parts. */
export async function readSentSource(
  ctx: Pick<Context, 'db' | 'vault'>,
  { actor, source, tableId }: SentSource,
): Promise<ReadableSource> {
  if (source.kind === 'database') {
    const { connector_id: connectorId, ...settings } = source
    await assertConnectorUsable(ctx, { actor, id: connectorId, kind: 'database-connector' })
    return { settings, connectorId, headerValue: undefined }
  }
  const { header, ...address } = source
  const settings = { ...address, header_name: header?.name ?? null }
  const headerValue =
    header === null
      ? undefined
      : (header.value ?? (await findStoredValue(ctx, { actor, settings, tableId })))
  return { settings, connectorId: null, headerValue }
}

type SentAddress = Omit<SentSource, 'source'> & {
  readonly settings: Extract<LookupSourceSettings, { kind: 'address' }>
}

/** A stored secret is only sent to the origin and in the header that it was entered for. */
async function findStoredValue(
  ctx: Pick<Context, 'db' | 'vault'>,
  { actor, settings, tableId }: SentAddress,
): Promise<string> {
  const missingValue = (detail: string) => invalid('source.header.value', detail)
  if (tableId === null) throw missingValue('Enter the value of the header.')
  await getLookupTable(ctx, { actor, id: tableId }, 'change')
  const storedSource = await findSource(tenantOf(ctx, actor), tableId)
  if (storedSource?.settings.kind !== 'address' || storedSource.sealed_header === null) {
    throw missingValue('Enter the value of the header.')
  }
  const { url, header_name: headerName } = storedSource.settings
  if (new URL(url).origin !== new URL(settings.url).origin) {
    throw missingValue('The stored value is for another server. Enter it again.')
  }
  if (headerName?.toLowerCase() !== settings.header_name?.toLowerCase()) {
    throw missingValue('The stored value is for another header. Enter it again.')
  }
  return readableSource(ctx, storedSource).headerValue ?? ''
}
