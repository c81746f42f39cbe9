import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  bearerOf,
  findKeySession,
  readOrganizationSettings,
} from '../organizations/organizations.port.ts'

/** A caller with a platform key, which may write. */
export type Agent = {
  readonly actor: Actor
  readonly keyName: string
}

type AdmitAgentRequest = {
  readonly slug: string
  readonly headers: IncomingHttpHeaders
  /** The address that the request comes from. */
  readonly address: string
}

/**
 * Authenticates a call of the organization's server: 401 without a platform key of it that may write, 404 while the
 * organization does not allow agents.
 */
export async function admitAgent(
  ctx: Pick<Context, 'db'>,
  { slug, headers, address }: AdmitAgentRequest,
): Promise<Agent> {
  const key = bearerOf(headers)
  if (!key) throw createRefusal('Send a platform API key as a bearer token.')
  // What the tools may do is decided by the requests that they make.
  const session = await findKeySession(ctx, { key, method: 'POST', slug, endpoint: undefined })
  if ('status' in session) throw createRefusal(session.message)
  const { actor, keyName } = session
  if (!actor || !keyName) throw createRefusal('This key belongs to no organization.')
  const { allows_agents: allowsAgents } = await readOrganizationSettings(tenantOf(ctx, actor))
  if (!allowsAgents) {
    const detail =
      'This organization does not allow agents. An admin can allow them in Platform settings.'
    throw new AppError('not-found', [{ code: 'error', detail, attr: null }])
  }
  const place = { address, browser: headers['user-agent'] ?? '', keyName }
  return { actor: { ...actor, place }, keyName }
}

const createRefusal = (detail: string) =>
  new AppError('unauthenticated', [{ code: 'error', detail, attr: null }])
