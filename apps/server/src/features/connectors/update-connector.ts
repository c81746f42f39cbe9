import { omitUndefined } from '@recto/omit-undefined'
import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { signInFor } from './catalogue/catalogue.ts'
import { nameTaken } from './create-connector.ts'
import {
  openSettings,
  resolveSealed,
  sealSettings,
  tokenFields,
} from './opening/connector-settings.ts'
import { type ConnectorRow, changeConnector, lockConnector } from './rows/connectors.store.ts'
import { getOwnConnector } from './rows/get-connector.ts'
import { tokensOfKey, useUpKey } from './sign-in/sign-in-key.ts'

type UpdateConnectorDependencies = Pick<Context, 'db' | 'vault' | 'connectorProviders'>
type UpdateConnectorRequest = {
  readonly actor: Actor
  readonly id: string
  readonly name?: string | undefined
  readonly settings?: Settings | undefined
  readonly isSharedToOrg?: boolean | undefined
  readonly signInKey?: string | undefined
}

/**
 * Changes the given fields only. Placeholders keep the stored secrets, and without a new sign-in
 * the tokens stay.
 */
export async function updateConnector(
  ctx: UpdateConnectorDependencies,
  input: UpdateConnectorRequest,
): Promise<ConnectorRow> {
  const { actor, id, signInKey } = input
  const connector = await getOwnConnector(ctx, { actor, id })
  const given = input.settings && (await resolveSealed(ctx, actor, input.settings))
  const backend = backendOf(ctx, connector, given)
  const key = backend && signInKey
  const tokens = backend && key ? await tokensOfKey(ctx, actor, { backend, key }) : undefined

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    // Reads the tokens under a lock, so that one that another process has just renewed is not lost.
    const kept = openSettings(ctx, (await lockConnector(tenant, id)) ?? connector)
    const hasNew = Boolean(given ?? tokens)
    const settings = withoutName(
      { ...given, ...tokensIn(kept, backend), ...tokens },
      given ? {} : kept,
    )
    const updatedConnector = await changeConnector(tenant, id, {
      name: input.name,
      sharedToOrg: input.isSharedToOrg,
      sealedSettings: hasNew ? sealSettings(ctx, settings) : undefined,
      modifiedBy: actor.userId,
    })
    if (!updatedConnector) throw nameTaken(input.name ?? connector.name)
    await useUpKey(tenant, key)
    await recordChange(tenant, actor, changeOf(connector, updatedConnector, hasNew))
    return updatedConnector
  })
}

const changeOf = (before: ConnectorRow, after: ConnectorRow, hasNewSettings: boolean) => ({
  action: 'connector.changed',
  subject: { type: 'connector', id: after.id, name: after.name },
  before: shownOf(before),
  // Records only that settings were changed: they contain secrets.
  after: {
    ...shownOf(after),
    ...omitUndefined({ settings: hasNewSettings ? 'changed' : undefined }),
  },
})

/** Returns the service at which somebody has signed in for the new settings. */
function backendOf(
  ctx: UpdateConnectorDependencies,
  connector: ConnectorRow,
  given: Settings | undefined,
) {
  const provider = ctx.connectorProviders.find(connector.provider_id)
  return provider && signInFor(provider, given ?? openSettings(ctx, connector))
}

const withoutName = (
  { connectorName: _, 'oauth-key': __, ...settings }: Settings,
  before: Settings,
): Settings => ({ ...before, ...settings })

const shownOf = ({ name, shared_to_org }: ConnectorRow) => ({ name, shared_to_org })

/** Returns the stored tokens if the settings still need a sign-in. */
const tokensIn = (settings: Settings, backend: SignInBackend | undefined): Settings =>
  Object.fromEntries(
    tokenFields.filter((name) => backend && name in settings).map((name) => [name, settings[name]]),
  )
