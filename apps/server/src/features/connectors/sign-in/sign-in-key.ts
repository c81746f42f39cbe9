import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import { AppError } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import type { StoredTokens } from './services.ts'
import { findSignIn, insertSignIn, removeSignIn, type SignInRow } from './sign-ins.store.ts'

/** What existing clients know a sign-in by; opaque to them. */
export async function makeSignInKey(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  backend: SignInBackend,
): Promise<string> {
  const { userId } = actor
  const id = await insertSignIn(tenantOf(ctx, actor), { userId, backend })
  return `oauth:${actor.organization.slug}|${userId}|${backend}|${id}`
}

const idIn = (key: string): string => key.slice(key.lastIndexOf('|') + 1)

/** `undefined` for a key that is none, has ended or is somebody else's. */
export async function findByKey(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { backend, key }: { readonly backend: SignInBackend; readonly key: string },
): Promise<SignInRow | undefined> {
  const id = idIn(key)
  if (!isUuid(id)) return undefined
  return findSignIn(tenantOf(ctx, actor), { id, userId: actor.userId, backend })
}

/** The tokens that the key stands for. Throws 408 when there are none. */
export async function tokensOfKey(
  ctx: Pick<Context, 'db' | 'vault'>,
  actor: Actor,
  asked: { readonly backend: SignInBackend; readonly key: string },
): Promise<StoredTokens> {
  const found = await findByKey(ctx, actor, asked)
  if (!found?.sealed_tokens) throw signInNeeded()
  return JSON.parse(ctx.vault.open(found.sealed_tokens)) as StoredTokens
}

/** Once a connector was saved with it, if with any. Throws 408 when another one was saved with it before. */
export async function useUpKey(tenant: Tenant, key: string | undefined): Promise<void> {
  if (key !== undefined && !(await removeSignIn(tenant, idIn(key)))) throw signInNeeded()
}

/** 408: existing clients then ask to sign in. */
export const signInNeeded = () =>
  new AppError('timed-out', [
    { code: 'error', detail: 'The sign-in is missing or has ended. Sign in again.', attr: null },
  ])
