import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { beginAt, findBackend, finishAt, type WindowAttempt } from './services.ts'
import { findByKey } from './sign-in-key.ts'
import { changeSignIn } from './sign-ins.store.ts'

type Needs = Pick<Context, 'db' | 'vault' | 'config' | 'fetch' | 'cache'>
type Asked = { readonly actor: Actor; readonly name: string }

/** Where to send the window; `undefined` for a key that is none of the caller's. */
export async function beginSignIn(
  ctx: Needs,
  { actor, name, key, origin }: Asked & { readonly key: string; readonly origin: string },
): Promise<string | undefined> {
  const backend = findBackend(ctx, name)
  const known = await findByKey(ctx, actor, { backend, key })
  if (!known) return undefined
  const redirectUri = `${origin}/api/v1/oauth/complete/${backend}`
  const { attempt, address } = await beginAt(ctx, backend, { id: known.id, redirectUri })
  const sealed_attempt = ctx.vault.seal(JSON.stringify(attempt))
  await changeSignIn(tenantOf(ctx, actor), known.id, { sealed_attempt })
  return address
}

/** Keeps what the window came back with. Returns false for one that was not sent by the caller. */
export async function finishSignIn(
  ctx: Needs,
  { actor, name, state, query }: Asked & { readonly state: string; readonly query: string },
): Promise<boolean> {
  const backend = findBackend(ctx, name)
  const known = await findByKey(ctx, actor, { backend, key: state.split('.')[0] ?? '' })
  if (!known?.sealed_attempt) return false
  const attempt = JSON.parse(ctx.vault.open(known.sealed_attempt)) as WindowAttempt
  const tokens = await finishAt(ctx, backend, { attempt, query })
  await changeSignIn(tenantOf(ctx, actor), known.id, {
    sealed_attempt: null,
    sealed_tokens: ctx.vault.seal(JSON.stringify(tokens)),
  })
  return true
}
