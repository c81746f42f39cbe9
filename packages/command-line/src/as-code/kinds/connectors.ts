import { CallRefused } from '@recto/client/deployment'
import type { Connector } from '@recto/contract/connectors/connectors'
import { z } from 'zod'
import { CommandLineError } from '../../options.ts'
import type { Inventory, ObjectKind, StoredObject, Values } from '../kind.ts'
import { fieldsOfForm, parseSpec, rulesOfProvider, splitSettings } from './settings.ts'

const Spec = z.strictObject({
  /** The id of the provider in the catalog. */
  provider: z.string().min(1).max(128),
  settings: z.record(z.string(), z.unknown()).default({}),
  shared_with_organization: z.boolean().default(false),
})

const formPath = (provider: string) => `connector_schema/?id=${encodeURIComponent(provider)}`

/**
 * Whether a connector works with the account of a person who has signed in at the service. Its tokens change with each
 * renewal, and no key can create it.
 */
async function needsSignIn(
  inventory: Inventory,
  provider: string,
  settings: Values,
): Promise<boolean> {
  const { hasSignIn } = await fieldsOfForm(inventory, formPath(provider))
  return hasSignIn && settings.auth_type !== 'client_credentials'
}

/** Returns false for a provider that is not in the catalogue any more. */
async function isSignedIn(inventory: Inventory, connector: Connector): Promise<boolean> {
  const { connector_id, connector_metadata } = connector
  return needsSignIn(inventory, connector_id, connector_metadata).catch((error: unknown) => {
    if (error instanceof CallRefused && error.status === 400) return false
    throw error
  })
}

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

/** Names are unique for each direction and workflow only, and files refer to connectors by name alone. */
function assertUniqueNames(connectors: readonly Connector[]): void {
  const names = connectors.map(({ connector_name }) => connector_name)
  const repeatedNames = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  if (repeatedNames.size === 0) return
  const list = [...repeatedNames].map((name) => `“${name}”`).join(', ')
  throw new CommandLineError(
    `Several connectors have the same name: ${list}. Files refer to connectors by name: rename all but one of each.`,
  )
}

export const connectorKind: ObjectKind = {
  kind: 'connector',
  folder: 'connectors',
  spec: Spec,
  async list(inventory) {
    const connectors = await inventory.platform.send<Connector[]>('GET', 'connector/')
    assertUniqueNames(connectors)
    const objects: StoredObject[] = []
    for (const connector of connectors) {
      if (await isSignedIn(inventory, connector))
        inventory.add('connector', connector.connector_name, connector.id)
      else objects.push(toObject(connector))
    }
    return objects
  },
  references: () => [],
  async findRefusal(inventory, { spec }) {
    const { provider, settings } = parseSpec(Spec, spec)
    if (!(await needsSignIn(inventory, provider, settings))) return undefined
    const problem =
      'A person has to sign in for this connector, so that no file can describe it. Create it on the server and delete the file: workflows can refer to it by name.'
    return { field: 'provider', problem }
  },
  ...rulesOfProvider(formPath),
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
