import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { parseFileSource } from '../../workflows/workflows.port.ts'
import { normalizePath } from '../file-names.ts'
import type { Delivery } from './delivery.ts'

/**
 * Moves or deletes a delivered file of the source, if the workflow says so. Returns the reason when
 * it could not; that does not fail the file, which is not processed again anyway.
 */
export async function cleanUpSource(
  ctx: Context,
  tenant: Tenant,
  { file, plan: { source }, signal, releaseCpuDuring }: Delivery,
): Promise<string | undefined> {
  const { file_path: path } = file
  if (!source?.connectorId || path === null) return undefined
  const { afterProcessing, moveToFolder } = parseFileSource(source.configuration)
  if (afterProcessing === 'keep') return undefined
  try {
    const { connector } = await openFileConnector(ctx, tenant, source.connectorId)
    const moveOrDelete = () =>
      afterProcessing === 'delete'
        ? connector.remove(path, { signal })
        : connector.move(path, normalizePath(`${moveToFolder || 'processed'}/${path}`), { signal })
    await releaseCpuDuring(moveOrDelete).finally(() => connector.close().catch(() => {}))
    return undefined
  } catch (error) {
    // An earlier attempt has already done it.
    if (error instanceof ProviderError && error.code === 'not-found') return undefined
    if (!(error instanceof ProviderError || error instanceof AppError)) throw error
    return `The file was processed, but could not be moved or deleted. ${error.message}`
  }
}
