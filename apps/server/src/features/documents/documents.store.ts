import type { Tenant } from '../../platform/db/database.ts'

/** A document whose bytes are durable, with where they lie. Nothing refers to it until it has a row. */
export type KeptDocument = {
  readonly hash: string
  readonly size: number
  readonly mimeType: string
  readonly path: string
}

/**
 * Gives documents their rows and returns the hashes of those that had none. Not executed yet, so that
 * it can be a part of another statement. One that has a row already may be forgotten before the
 * statement ends: what refers to it is then refused, and the statement is repeated.
 */
export function newDocumentRows(
  { db, organizationId }: Tenant,
  documents: readonly KeptDocument[],
) {
  // Always in the same order: two requests with the same files cannot block each other.
  const ordered = documents.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  return db
    .insertInto('stored_document')
    .values(
      ordered.map(({ hash, size, mimeType, path }) => ({
        organization_id: organizationId,
        hash,
        size,
        mime_type: mimeType,
        path,
      })),
    )
    .onConflict((c) => c.columns(['organization_id', 'hash']).doNothing())
    .returning('hash')
}

/**
 * Gives documents their rows. Until the transaction ends, they cannot be forgotten; any number may
 * hold one at once, so requests with the same content do not wait for each other. Returns the files
 * that are superfluous, because their content has a row with another file.
 */
export async function holdDocuments(
  tenant: Tenant,
  documents: readonly KeptDocument[],
): Promise<string[]> {
  if (documents.length === 0) return []
  const added = new Set((await newDocumentRows(tenant, documents).execute()).map(hashOf))
  const known = documents.filter(({ hash }) => !added.has(hash))
  if (known.length === 0) return []

  const held = new Map((await holdRows(tenant, known.map(hashOf))).map((row) => [row.hash, row]))
  const superfluous = known.filter(
    ({ hash, path }) => held.has(hash) && held.get(hash)?.path !== path,
  )
  // Forgotten between the two statements: they come again.
  const gone = known.filter(({ hash }) => !held.has(hash))
  return [...superfluous.map(({ path }) => path), ...(await holdDocuments(tenant, gone))]
}

const hashOf = ({ hash }: { readonly hash: string }) => hash

async function holdRows({ db, organizationId }: Tenant, hashes: readonly string[]) {
  return db
    .selectFrom('stored_document')
    .select(['hash', 'path'])
    .where('organization_id', '=', organizationId)
    .where('hash', 'in', hashes)
    .orderBy('hash')
    .forKeyShare()
    .execute()
}

export async function findDocumentRow(
  { db, organizationId }: Tenant,
  hash: string,
): Promise<{ readonly path: string | null } | undefined> {
  return db
    .selectFrom('stored_document')
    .select('path')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** `undefined` when there is no such document; the database refuses while something refers to it. */
export async function deleteDocumentRow(
  { db, organizationId }: Tenant,
  hash: string,
): Promise<{ readonly path: string | null } | undefined> {
  return db
    .deleteFrom('stored_document')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .returning('path')
    .executeTakeFirst()
}
