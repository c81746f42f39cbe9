import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AuthorizationAttempt } from '../../../platform/open-id/redeem-code.ts'
import { findBackend, finishAt, startAuthorization } from './services.ts'
import { findByKey } from './sign-in-key.ts'
import { changeSignIn } from './sign-ins.store.ts'

type GoThroughSignInDependencies = Pick<Context, 'db' | 'vault' | 'config' | 'fetch' | 'cache'>
type GoThroughSignInRequest = { readonly actor: Actor; readonly name: string }

/** Returns where to send the window; `undefined` when the key does not belong to the caller. */
export async function startSignIn(
  ctx: GoThroughSignInDependencies,
  {
    actor,
    name,
    key,
    origin,
  }: GoThroughSignInRequest & { readonly key: string; readonly origin: string },
): Promise<string | undefined> {
  const backend = findBackend(ctx, name)
  const byKey = await findByKey(ctx, actor, { backend, key })
  if (!byKey) return undefined
  const redirectUri = `${origin}/api/v1/oauth/complete/${backend}`
  const { attempt, address } = await startAuthorization(ctx, backend, { id: byKey.id, redirectUri })
  const sealed_attempt = ctx.vault.seal(JSON.stringify(attempt))
  await changeSignIn(tenantOf(ctx, actor), byKey.id, { sealed_attempt })
  return address
}

/**
 * Stores the tokens with which the window has returned. Returns false for an attempt that the
 * caller did not start.
 */
export async function finishSignIn(
  ctx: GoThroughSignInDependencies,
  {
    actor,
    name,
    state,
    query,
  }: GoThroughSignInRequest & { readonly state: string; readonly query: string },
): Promise<boolean> {
  const backend = findBackend(ctx, name)
  const byKey = await findByKey(ctx, actor, { backend, key: state.split('.')[0] ?? '' })
  if (!byKey?.sealed_attempt) return false
  const attempt = JSON.parse(ctx.vault.open(byKey.sealed_attempt)) as AuthorizationAttempt
  const tokens = await finishAt(ctx, backend, { attempt, query })
  await changeSignIn(tenantOf(ctx, actor), byKey.id, {
    sealed_attempt: null,
    sealed_tokens: ctx.vault.seal(JSON.stringify(tokens)),
  })
  return true
}
