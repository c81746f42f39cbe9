import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { type CookieSetter, setCsrfCookie, setSessionCookie } from './cookies.ts'
import { endSession } from './end-session.ts'
import { updateSessionOrganization } from './sessions.store.ts'
import { hashToken, type SessionPlace, type StartedSession, startSession } from './start-session.ts'

type From = {
  readonly ip: string
  readonly headers: { readonly 'user-agent'?: string | undefined }
}
type Browser = {
  readonly request: From & { readonly session: Session | null }
  readonly reply: CookieSetter
}
type EnterOptions = {
  readonly userId: number
  readonly organizationId?: number
  /** Whether an identity provider has checked the person. */
  readonly isExternal?: boolean
}

/** Signs a browser in when the person has proved their identity by other means than a password. */
export async function enter(
  ctx: Pick<Context, 'db' | 'config'>,
  { request, reply }: Browser,
  { userId, organizationId, isExternal = false }: EnterOptions,
): Promise<void> {
  if (request.session) await endSession(ctx, request.session)
  const { token, csrfToken } = await startSession(ctx, userId, {
    ...placeOf(request),
    proof: isExternal ? 'identity-provider' : 'password',
  })
  if (organizationId !== undefined) {
    await updateSessionOrganization(ctx, hashToken(token), organizationId)
  }
  setSessionCookie(reply, ctx.config, token)
  setCsrfCookie(reply, ctx.config, csrfToken)
}

/** Replaces the session of a browser by one that has just been started. */
export async function replaceSession(
  ctx: Pick<Context, 'db' | 'config'>,
  {
    request,
    reply,
  }: Pick<Browser, 'reply'> & { readonly request: Pick<Browser['request'], 'session'> },
  { token, csrfToken }: StartedSession,
): Promise<void> {
  if (request.session) await endSession(ctx, request.session)
  setSessionCookie(reply, ctx.config, token)
  setCsrfCookie(reply, ctx.config, csrfToken)
}

export const placeOf = ({ ip, headers }: From): SessionPlace => ({
  address: ip,
  browser: headers['user-agent'] ?? '',
})
