import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { fileSourceOf } from '../../workflows/workflows.port.ts'
import { plainPath } from '../source-paths.ts'
import type { Delivery } from './delivery.ts'

/**
 * Moves or deletes a file of the source once it was delivered, where the workflow says so. Returns why it
 * could not: that is no failure of the file, which is not processed again anyway.
 */
export async function clearAway(
  ctx: Context,
  tenant: Tenant,
  { file, plan: { source }, signal, outside }: Delivery,
): Promise<string | undefined> {
  const { file_path: path } = file
  if (!source?.connectorId || path === null) return undefined
  const { afterProcessing, moveToFolder } = fileSourceOf(source.configuration)
  if (afterProcessing === 'keep') return undefined
  try {
    const { connector } = await openFileConnector(ctx, tenant, source.connectorId)
    const act = () =>
      afterProcessing === 'delete'
        ? connector.remove(path, { signal })
        : connector.move(path, plainPath(`${moveToFolder || 'processed'}/${path}`), { signal })
    await outside(act).finally(() => connector.close().catch(() => {}))
    return undefined
  } catch (error) {
    // An earlier try has done it.
    if (error instanceof ProviderError && error.code === 'not-found') return undefined
    if (!(error instanceof ProviderError || error instanceof AppError)) throw error
    return `It was processed, but could not be cleared away. ${error.message}`
  }
}
