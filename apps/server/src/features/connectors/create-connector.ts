import { visibleText } from '@recto/contract/wire/names'
import { omitUndefined } from '@recto/omit-undefined'
import type { AnyConnectorProvider } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { z } from 'zod'
import { badRequest, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { hasWorkflow } from '../../platform/db/referrers.ts'
import {
  assertAllowedToConfigure,
  restoreNewSettings,
  sealSettings,
} from '../connections/connections.port.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { findConnectorProvider, signInFor } from './catalogue/catalogue.ts'
import { createMailAddress } from './mail-addresses/mail-address.ts'
import { connectorConnections } from './rows/connector-connections.ts'
import {
  type ConnectorDirection,
  type ConnectorRow,
  insertConnector,
} from './rows/connectors.store.ts'
import { secretTokens } from './rows/token-fields.ts'
import { signInNeeded, tokensOfKey, useUpKey } from './sign-in/sign-in-key.ts'

type CreateConnectorDependencies = Pick<Context, 'db' | 'vault' | 'connectorProviders'>
type CreateConnectorRequest = {
  readonly actor: Actor
  readonly providerId: string
  /** Name of the connector; the form's proposal when absent. */
  readonly name?: string | undefined
  readonly settings: Settings
  readonly direction?: ConnectorDirection | null | undefined
  readonly workflowId?: string | null | undefined
  readonly isSharedToOrg?: boolean | undefined
  readonly signInKey?: string | undefined
}

const secretTokenNames: ReadonlySet<string> = new Set(secretTokens)

/** Stores what the caller configured, with the tokens of their sign-in where there is one. */
export async function createConnector(
  ctx: CreateConnectorDependencies,
  input: CreateConnectorRequest,
): Promise<ConnectorRow> {
  const { actor, providerId, direction = null, signInKey } = input
  const provider = findConnectorProvider(ctx, providerId)
  const { settings, missingSecrets } = await restoreNewSettings(ctx, connectorConnections, input)
  const { connectorName, 'oauth-key': _, ...sentSettings } = settings
  const backend = signInFor(provider, sentSettings)
  const isCopied = missingSecrets.some((name) => secretTokenNames.has(name))
  if (backend && signInKey === undefined && !isCopied) throw signInNeeded()
  const isSignedIn = backend !== undefined && signInKey !== undefined
  const tokens = isSignedIn ? await tokensOfKey(ctx, actor, { backend, key: signInKey }) : {}
  const name = input.name ?? readName(connectorName) ?? provider.name
  if (direction === 'OUTPUT' && !provider.canWrite) {
    throw badRequest(`${provider.name} is read-only.`)
  }

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await assertAllowedToConfigure(tenant, actor, 'connectors')
    if (input.workflowId && !(await hasWorkflow(tenant, input.workflowId))) {
      throw invalid('workflowId', 'This workflow does not exist.', 'does_not_exist')
    }
    const connector = await insertConnector(tenant, {
      providerId,
      kind: provider.kind,
      name,
      direction,
      workflowId: input.workflowId ?? null,
      sealedSettings: sealSettings(ctx, { ...sentSettings, ...tokens }),
      missingSecrets: missingSecrets.filter((name) => !(isSignedIn && secretTokenNames.has(name))),
      sharedToOrg: input.isSharedToOrg ?? false,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!connector) throw connectorNameTaken(name)
    await useUpKey(tenant, isSignedIn ? signInKey : undefined)
    await completeConnector(tenant, actor, provider, connector)
    return connector
  })
}

/** Gives a new connector the address that its provider needs, and records it. */
async function completeConnector(
  tenant: Tenant,
  actor: Actor,
  { id: provider, hasMailAddress }: AnyConnectorProvider,
  connector: ConnectorRow,
): Promise<void> {
  const { id, name, shared_to_org } = connector
  const address = hasMailAddress ? await createMailAddress(tenant, connector) : undefined
  await recordChange(tenant, actor, {
    action: 'connector.created',
    subject: { type: 'connector', id, name },
    after: { provider, shared_to_org, ...omitUndefined({ mail_address: address }) },
  })
}

/** The name that the form sends among the settings. */
function readName(connectorName: unknown): string | undefined {
  if (typeof connectorName !== 'string' || !connectorName.trim()) return undefined
  const { data, error } = z.string().trim().check(visibleText).safeParse(connectorName)
  if (error) throw invalid('settings.connectorName', error.issues[0]?.message ?? '')
  return data
}

export const connectorNameTaken = (name: string) =>
  badRequest(`A connector with the name “${name}” already exists.`, { attr: 'name' })
