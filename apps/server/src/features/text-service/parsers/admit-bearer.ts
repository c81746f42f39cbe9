import type { Context } from '../../../platform/context.ts'
import { findDeploymentKeyOwner } from '../../../platform/db/deployment-key-owners.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import type { FileOwner } from '../files/text-files.store.ts'
import { admitByKey, type KeyHolder } from '../keys/admit-key.ts'

type BearerRequest = { readonly headers: { readonly authorization?: string | undefined } }

const keyOf = ({ headers }: BearerRequest): string | undefined =>
  /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim()

/** Authenticates a client of LlamaIndex, which sends its key as a bearer token. */
export const admitBearer = (
  { db }: Pick<Context, 'db'>,
  request: BearerRequest,
): Promise<KeyHolder> => admitByKey(db, { key: keyOf(request), header: 'Authorization: Bearer' })

/**
 * Admits keys of deployments, too: a client uploads with its only key what it has a deployment extract from. The key
 * of one deployment opens the files that were uploaded with keys of that one.
 */
export async function admitFileKey(
  { db }: Pick<Context, 'db'>,
  request: BearerRequest,
): Promise<FileOwner> {
  const key = keyOf(request)
  const owner = key ? await findDeploymentKeyOwner({ db }, hashApiKey(key)) : undefined
  if (owner) {
    const { organizationId, deploymentId } = owner
    return { tenant: { db, organizationId }, deploymentId }
  }
  return { ...(await admitBearer({ db }, request)), deploymentId: null }
}
