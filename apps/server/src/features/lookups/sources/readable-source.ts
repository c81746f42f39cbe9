import type { LookupSourceSettings, SentLookupSource } from '@recto/contract/lookups/lookup-sources'
import { AppError, badRequest, forbidden, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { VaultError } from '../../../platform/vault/vault.ts'
import { assertConnectorUsable } from '../../connectors/connectors.port.ts'
import { findActor } from '../../organizations/organizations.port.ts'
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

/**
 * Throws unless the person who set a stored source still may use its connector, so that a table does not show what its
 * people could not read themselves. Setting it again needs that right, too.
 */
export async function assertStillUsable(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  { set_by: setBy, connector_id: id }: LookupSourceRow,
): Promise<void> {
  if (id === null) return
  const actor = setBy === null ? undefined : await findActor(tenant, setBy)
  if (!actor) {
    throw badRequest(
      'The person who set the source has left the organization. Somebody who may use its connector must set it again.',
    )
  }
  try {
    await assertConnectorUsable(ctx, { actor, id, kind: 'database-connector' })
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
    throw badRequest(
      `${actor.email}, who set the source, may no longer use its connector. Share the connector with them, or let somebody else set the source again.`,
    )
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
