import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { connectorFaces } from '../../connectors/connectors.port.ts'
import { getToolNames } from '../../tools/tools.port.ts'
import type { DefinitionChange } from '../compare-definitions.ts'

const connectorFields = ['source.connector', 'destination.connector']

/** Replaces the ids of tools and connectors with their names; a deleted one is shown by its id. */
export async function withNames(
  ctx: Pick<Context, 'connectorProviders'>,
  tenant: Tenant,
  changes: readonly DefinitionChange[],
): Promise<readonly DefinitionChange[]> {
  const collectIds = (fields: readonly string[]) =>
    changes
      .filter(({ field }) => fields.includes(field))
      .flatMap(({ before: previousId, after: updatedId }) =>
        [previousId ?? [], updatedId ?? []].flat(),
      )
  const [tools, faces] = await Promise.all([
    getToolNames(tenant, collectIds(['tool'])),
    connectorFaces(ctx, tenant, collectIds(connectorFields)),
  ])
  const toName = (field: string, id: string | null) => {
    if (id === null) return null
    if (field === 'tool') return tools.get(id)?.name ?? id
    return connectorFields.includes(field) ? (faces.get(id)?.name ?? id) : id
  }
  return changes.map(({ field, before: previousId, after: updatedId }) => ({
    field,
    before: toName(field, previousId),
    after: toName(field, updatedId),
  }))
}
