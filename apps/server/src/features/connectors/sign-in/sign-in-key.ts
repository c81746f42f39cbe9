import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import { AppError } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/strings.ts'
import type { StoredTokens } from './services.ts'
import { findSignIn, insertSignIn, removeSignIn, type SignInRow } from './sign-ins.store.ts'

/** Creates the key by which clients refer to a sign-in; its format is opaque to them. */
export async function createSignInKey(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  backend: SignInBackend,
): Promise<string> {
  const { userId } = actor
  const id = await insertSignIn(tenantOf(ctx, actor), { userId, backend })
  return `oauth:${actor.organization.slug}|${userId}|${backend}|${id}`
}

const idIn = (key: string): string => key.slice(key.lastIndexOf('|') + 1)

/**
 * Finds a sign-in; `undefined` when the key is invalid, has expired or belongs to somebody else.
 */
export async function findByKey(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { backend, key }: { readonly backend: SignInBackend; readonly key: string },
): Promise<SignInRow | undefined> {
  const id = idIn(key)
  if (!isUuid(id)) return undefined
  return findSignIn(tenantOf(ctx, actor), { id, userId: actor.userId, backend })
}

/** Returns the tokens of a key; throws 408 when there are none. */
export async function tokensOfKey(
  ctx: Pick<Context, 'db' | 'vault'>,
  actor: Actor,
  reference: { readonly backend: SignInBackend; readonly key: string },
): Promise<StoredTokens> {
  const byKey = await findByKey(ctx, actor, reference)
  if (!byKey?.sealed_tokens) throw signInNeeded()
  return JSON.parse(ctx.vault.open(byKey.sealed_tokens)) as StoredTokens
}

/**
 * Consumes the key, if there is one, when a connector was saved with it. Throws 408 when another
 * connector was saved with it before.
 */
export async function useUpKey(tenant: Tenant, key: string | undefined): Promise<void> {
  if (key !== undefined && !(await removeSignIn(tenant, idIn(key)))) throw signInNeeded()
}

/** Existing clients ask the user to sign in on a 408. */
export const signInNeeded = () =>
  new AppError('timed-out', [
    {
      code: 'error',
      detail: 'You have not signed in to the service, or your sign-in has expired. Sign in again.',
      attr: null,
    },
  ])
