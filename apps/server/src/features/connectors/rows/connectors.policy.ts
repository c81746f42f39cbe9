import { permits } from '@recto/contract/policy/permits'
import type { Actor } from '../../../platform/context.ts'
import type { ObjectAccess } from '../../../platform/db/sharing.ts'
import type { ConnectorRow } from './connectors.store.ts'

type Shared = Pick<ConnectorRow, 'created_by' | 'shared_to_org'>

/** Whether the actor may use the connector. */
export const mayUseConnector = (actor: Actor, connector: Shared, access: ObjectAccess) =>
  permits(actor, 'connector/see', { ...connector, ...access })

type AccessOrUse = ObjectAccess & { readonly isUsedByWorkflow: boolean }

/** Whether the actor may know its name and its kind. */
export const mayNameConnector = (actor: Actor, connector: Shared, access: AccessOrUse) =>
  permits(actor, 'connector/name', { ...connector, ...access })

/** Whether the actor may see and change the settings. */
export const mayEditConnector = (actor: Actor, connector: Shared, access: ObjectAccess) =>
  permits(actor, 'connector/open', { ...connector, ...access })

export const mayDeleteConnector = (actor: Actor, connector: Shared, access: ObjectAccess) =>
  permits(actor, 'connector/delete', { ...connector, ...access })
