import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { connectorFaces } from '../../connectors/connectors.port.ts'
import { toolNames } from '../../tools/tools.port.ts'
import type { DefinitionChange } from '../compare-definitions.ts'

const connectors = ['source.connector', 'destination.connector']

/** With the names of tools and connectors in the place of their ids; what is gone keeps its id. */
export async function nameChanges(
  ctx: Pick<Context, 'connectorProviders'>,
  tenant: Tenant,
  changes: readonly DefinitionChange[],
): Promise<readonly DefinitionChange[]> {
  const idsIn = (fields: readonly string[]) =>
    changes
      .filter(({ field }) => fields.includes(field))
      .flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
  const [tools, faces] = await Promise.all([
    toolNames(tenant, idsIn(['tool'])),
    connectorFaces(ctx, tenant, idsIn(connectors)),
  ])
  const named = (field: string, id: string | null) => {
    if (id === null) return null
    if (field === 'tool') return tools.get(id)?.name ?? id
    return connectors.includes(field) ? (faces.get(id)?.name ?? id) : id
  }
  return changes.map(({ field, before, after }) => ({
    field,
    before: named(field, before),
    after: named(field, after),
  }))
}
