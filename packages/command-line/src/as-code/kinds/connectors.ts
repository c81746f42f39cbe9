import type { Connector } from '@recto/contract/connectors/connectors'
import { z } from 'zod'
import type { ObjectKind, StoredObject } from '../kind.ts'
import { parseSpec, secretFieldsOf, splitSettings } from './settings.ts'

const Spec = z.strictObject({
  /** The id of the provider in the catalog. */
  provider: z.string().min(1).max(128),
  settings: z.record(z.string(), z.unknown()).default({}),
  shared_with_organization: z.boolean().default(false),
})

const toObject = (connector: Connector): StoredObject => {
  const { settings, secrets } = splitSettings(
    connector.connector_metadata,
    connector.missing_secrets,
  )
  const spec = {
    provider: connector.connector_id,
    settings,
    shared_with_organization: connector.shared_to_org,
  }
  return { kind: 'connector', name: connector.connector_name, id: connector.id, spec, secrets }
}

export const connectorKind: ObjectKind = {
  kind: 'connector',
  folder: 'connectors',
  spec: Spec,
  async list({ platform }) {
    const connectors = await platform.send<Connector[]>('GET', 'connector/')
    return connectors.map(toObject)
  },
  references: () => [],
  findSecretFields: (inventory, { spec }) =>
    secretFieldsOf(inventory, `connector_schema/?id=${encodeURIComponent(String(spec.provider))}`),
  findFixedField: (wantedObject, storedObject) =>
    wantedObject.spec.provider === storedObject.spec.provider ? undefined : 'provider',
  async save({ platform }, { name, spec }, storedObject) {
    const { provider, settings, shared_with_organization } = parseSpec(Spec, spec)
    const body = {
      connector_name: name,
      connector_id: provider,
      connector_metadata: settings,
      shared_to_org: shared_with_organization,
    }
    const savedRow = storedObject
      ? await platform.send<Connector>('PATCH', `connector/${storedObject.id}/`, body)
      : await platform.send<Connector>('POST', 'connector/', body)
    return savedRow.id
  },
  remove: ({ platform }, { id }) => platform.send('DELETE', `connector/${id}/`),
}
