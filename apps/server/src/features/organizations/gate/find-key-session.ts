import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { hashApiKey, isUuid } from '../../../platform/strings.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import { findMember } from '../members/members.store.ts'
import { findOrganization } from '../organization/organizations.store.ts'
import { type PlatformApiKeyRow, platformApiKeys } from '../platform-api/platform-api-keys.ts'

type Refusal = { readonly status: 401 | 403; readonly message: string }

/** Returns the platform API key that a request sends instead of a cookie. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  const [, key] = /^Bearer (.+)$/.exec(authorization ?? '') ?? []
  return key
}

const methods: Readonly<Record<PlatformApiKeyRow['permission'], readonly string[]>> = {
  read: ['GET', 'HEAD', 'OPTIONS'],
  read_write: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'],
  full_access: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
}

type FindKeySessionRequest = {
  readonly key: string
  readonly method: string
  /** The organization of the path, if it has one. */
  readonly slug: string | undefined
  /** The endpoint that the request is for, if there is one. */
  readonly endpoint: Pick<Endpoint, 'showsKeys' | 'changesState'> | undefined
}

/** Returns a session as the hidden member that the key acts as, or why the request is refused. */
export async function findKeySession(
  { db }: Pick<Context, 'db'>,
  { key: sentKey, method, slug, endpoint }: FindKeySessionRequest,
): Promise<Session | Refusal> {
  if (!isUuid(sentKey)) return { status: 401, message: 'This is not a platform API key.' }
  const key = await platformApiKeys.rows.findByHash({ db }, hashApiKey(sentKey.toLowerCase()))
  if (!key?.is_active) return { status: 401, message: 'The key is not valid.' }
  const tenant = { db, organizationId: key.organization_id }
  const [member, organization, account] = await Promise.all([
    findMember(tenant, key.service_user_id),
    findOrganization(tenant),
    findAccount({ db }, key.service_user_id),
  ])
  if (!member || !organization || !account) {
    return { status: 401, message: 'The account behind this key no longer exists.' }
  }
  if (slug !== undefined && organization.slug !== slug) {
    return { status: 403, message: 'This key belongs to another organization.' }
  }
  const refusal = findMissingPermission(key.permission, { method, endpoint })
  if (refusal !== undefined) return { status: 403, message: refusal }
  const { id: userId, username, email } = account
  const { id, name } = organization
  return {
    tokenHash: '',
    id: key.id,
    csrfToken: '',
    logEventsId: key.id,
    user: { id: userId, username, email },
    isPlatformAdmin: false,
    leftOrganization: null,
    keyName: key.name,
    actor: {
      userId,
      email: `key ${key.name}`,
      role: member.role,
      organization: { id, slug: organization.slug, name },
      service: { permission: key.permission },
    },
  }
}

type PermissionRequest = Pick<FindKeySessionRequest, 'method' | 'endpoint'>

/** Returns why a key with the permission may not make the request, if it may not. */
function findMissingPermission(
  permission: PlatformApiKeyRow['permission'],
  { method, endpoint }: PermissionRequest,
): string | undefined {
  if (!methods[permission].includes(method)) return `This key does not allow ${method} requests.`
  if (permission !== 'read') return undefined
  if (!endpoint?.showsKeys && !endpoint?.changesState) return undefined
  const reason = endpoint.showsKeys ? 'shows keys' : 'changes data'
  return `This request ${reason}. Use a key with the permission “read_write”.`
}
