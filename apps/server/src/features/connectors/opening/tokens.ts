import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { decryptSettings, sealSettings } from '../../connections/connections.port.ts'
import { connectorConnections } from '../rows/connector-connections.ts'
import { findConnector, lockConnector, updateSealedSettings } from '../rows/connectors.store.ts'
import { renewTokens } from '../sign-in/services.ts'

type TokenInDependencies = Pick<Context, 'vault' | 'config' | 'fetch' | 'cache'>

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  /** Lifetime in seconds; `auth_time` is the start, in seconds since 1970. */
  expires: z.number().default(3600),
  auth_time: z.number().default(0),
})

/**
 * Seconds before its expiry at which a token is renewed, so that it does not expire during a
 * listing.
 */
const soonSeconds = 180

/**
 * Returns the access token of a stored connector. If several callers find it expired or refused by
 * the service, only one renews it.
 */
export async function storedToken(
  ctx: TokenInDependencies,
  tenant: Tenant,
  { id, backend }: { readonly id: string; readonly backend: SignInBackend },
  refusedToken: string | undefined,
): Promise<string> {
  const isUsable = (tokens: z.output<typeof Tokens>) =>
    tokens.access_token !== refusedToken && isGood(tokens)
  const storedSignIn = await tokenIn(ctx, tenant, id)
  if (isUsable(storedSignIn.tokens)) return storedSignIn.tokens.access_token
  return inTransaction(tenant, async (transaction) => {
    const { settings, tokens } = await tokenIn(ctx, transaction, id, lockConnector)
    if (isUsable(tokens)) return tokens.access_token
    if (tokens.refresh_token === undefined) throw hasEnded()
    const renewedTokens = await renewTokens(ctx, backend, tokens.refresh_token)
    await updateSealedSettings(
      transaction,
      id,
      sealSettings(ctx, { ...settings, ...renewedTokens }),
    )
    return renewedTokens.access_token
  })
}

type StoredSignIn = { readonly settings: Settings; readonly tokens: z.output<typeof Tokens> }

async function tokenIn(
  ctx: TokenInDependencies,
  tenant: Tenant,
  id: string,
  find: typeof lockConnector = findConnector,
): Promise<StoredSignIn> {
  const connector = await find(tenant, id)
  if (!connector) throw hasEnded()
  const settings = decryptSettings(ctx, connectorConnections, connector)
  return { settings, tokens: tokensOf(settings) }
}

function tokensOf(settings: Settings): z.output<typeof Tokens> {
  const tokens = Tokens.safeParse(settings)
  if (!tokens.success) throw hasEnded()
  return tokens.data
}

const isGood = ({ expires, auth_time }: z.output<typeof Tokens>): boolean =>
  Date.now() / 1000 < auth_time + expires - soonSeconds

const hasEnded = () =>
  new ProviderError({ code: 'unauthorised', message: 'The sign-in has expired. Sign in again.' })

/** Returns the access token from settings that are not stored yet. */
export function unsavedToken(settings: Settings, refusedToken: string | undefined): string {
  const { access_token } = tokensOf(settings)
  if (access_token === refusedToken) throw hasEnded()
  return access_token
}
