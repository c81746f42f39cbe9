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
function newDocumentRows({ db, organizationId }: Tenant, documents: readonly KeptDocument[]) {
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

/** A document that has its row. */
export type StoredDocument = {
  readonly hash: string
  /** Where the row says that its bytes lie; null where an earlier version has put them. */
  readonly path: string | null
}

type Held = {
  readonly stored: readonly StoredDocument[]
  /** Files that nobody needs, because their content has a row with another one. */
  readonly superfluous: readonly string[]
}

/**
 * Gives documents their rows. Until the transaction ends, they cannot be forgotten; any number may
 * hold one at once, so requests with the same content do not wait for each other.
 */
export async function holdDocuments(
  tenant: Tenant,
  documents: readonly KeptDocument[],
): Promise<Held> {
  if (documents.length === 0) return { stored: [], superfluous: [] }
  const added = new Set((await newDocumentRows(tenant, documents).execute()).map(hashOf))
  const isAdded = ({ hash }: KeptDocument) => added.has(hash)
  const known = documents.filter((one) => !isAdded(one))
  const held = known.length > 0 ? await holdRows(tenant, known.map(hashOf)) : []
  const heldHashes = new Set(held.map(hashOf))
  // Forgotten between the two statements: they come again.
  const again = await holdDocuments(
    tenant,
    known.filter(({ hash }) => !heldHashes.has(hash)),
  )
  const needed = new Set(held.map(({ path }) => path))
  const others = known.filter(({ hash, path }) => heldHashes.has(hash) && !needed.has(path))
  return {
    stored: [...documents.filter(isAdded), ...held, ...again.stored],
    superfluous: [...others.map(({ path }) => path), ...again.superfluous],
  }
}

const hashOf = ({ hash }: { readonly hash: string }) => hash

async function holdRows(
  { db, organizationId }: Tenant,
  hashes: readonly string[],
): Promise<StoredDocument[]> {
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
): Promise<{ readonly path: string | null; readonly size: number } | undefined> {
  return db
    .selectFrom('stored_document')
    .select(['path', 'size'])
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
