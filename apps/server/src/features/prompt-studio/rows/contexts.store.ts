import { createHash } from 'node:crypto'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

/** The digest identifies a text among those of its document. */
export const hashContext = (text: string): string =>
  createHash('sha256').update(toStorableText(text)).digest('hex')

type DocumentText = { readonly documentId: string; readonly text: string }

/** Stores the whole text of a document once and returns its digest. */
export async function saveContext(
  { db, organizationId }: Tenant,
  { documentId, text: rawText }: DocumentText,
): Promise<string> {
  const text = toStorableText(rawText)
  const digest = hashContext(text)
  // The text may be long, so it is sent only if it is not stored yet.
  const existingRow = await db
    .selectFrom('document_context')
    .select('digest')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (existingRow) return digest
  await db
    .insertInto('document_context')
    .values({ organization_id: organizationId, document_id: documentId, digest, text })
    .onConflict((c) => c.columns(['document_id', 'digest']).doNothing())
    .execute()
  return digest
}

export async function findContext(
  { db, organizationId }: Tenant,
  { documentId, digest }: { readonly documentId: string; readonly digest: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('document_context')
    .select('text')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row?.text
}

/** Returns the context of each output by the output's id. */
export async function findContexts(
  { db, organizationId }: Tenant,
  outputIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (outputIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('prompt_output')
    .select(['id', 'document_id', 'context', 'context_digest'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', outputIds)
    .execute()
  const texts = await findTexts({ db, organizationId }, rows)
  return new Map(
    rows.map(({ id, context, ...row }) => {
      const text = texts.get(toContextKey(row))
      return [id, text === undefined ? context : [text]]
    }),
  )
}

type ContextKey = { readonly document_id: string; readonly context_digest: string | null }

const toContextKey = ({ document_id, context_digest }: ContextKey) =>
  `${document_id}/${context_digest}`

async function findTexts(
  { db, organizationId }: Tenant,
  rows: readonly ContextKey[],
): Promise<ReadonlyMap<string, string>> {
  const rowsWithDigest = rows.filter(({ context_digest }) => context_digest !== null)
  if (rowsWithDigest.length === 0) return new Map()
  const texts = await db
    .selectFrom('document_context')
    .select(['document_id', 'digest as context_digest', 'text'])
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', [...new Set(rowsWithDigest.map(({ document_id }) => document_id))])
    .where('digest', 'in', [...new Set(rowsWithDigest.flatMap((row) => row.context_digest ?? []))])
    .execute()
  return new Map(texts.map((row) => [toContextKey(row), row.text]))
}
