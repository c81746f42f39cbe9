import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findDeploymentKeyOwner } from '../../../platform/db/deployment-key-owners.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { admitByKey, type KeyHolder } from '../keys/admit-key.ts'

type BearerRequest = { readonly headers: { readonly authorization?: string | undefined } }

const keyOf = ({ headers }: BearerRequest): string | undefined =>
  /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim()

/** Authenticates a client of LlamaIndex, which sends its key as a bearer token. */
export const admitBearer = (
  { db }: Pick<Context, 'db'>,
  request: BearerRequest,
): Promise<KeyHolder> => admitByKey(db, { key: keyOf(request), header: 'Authorization: Bearer' })

/** Admits keys of deployments, too: a client uploads with its only key what it has a deployment extract from. */
export async function admitFileKey(
  { db }: Pick<Context, 'db'>,
  request: BearerRequest,
): Promise<{ readonly tenant: Tenant }> {
  const key = keyOf(request)
  const owner = key ? await findDeploymentKeyOwner({ db }, hashApiKey(key)) : undefined
  if (owner) return { tenant: { db, organizationId: owner.organizationId } }
  return admitBearer({ db }, request)
}
