import { createHash } from 'node:crypto'
import type { Tenant } from '../../../platform/db/database.ts'
import { storableText } from '../../../platform/db/storable.ts'

/** Names a text among those of its document. */
export const digestOfContext = (text: string): string =>
  createHash('sha256').update(storableText(text)).digest('hex')

type Kept = { readonly documentId: string; readonly text: string }

/** Keeps the whole text of a document once, and returns under which name. */
export async function keepContext(
  { db, organizationId }: Tenant,
  { documentId, text: given }: Kept,
): Promise<string> {
  const text = storableText(given)
  const digest = digestOfContext(text)
  // The text may be long, so it is sent only where it is not there yet.
  const known = await db
    .selectFrom('document_context')
    .select('digest')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (known) return digest
  await db
    .insertInto('document_context')
    .values({ organization_id: organizationId, document_id: documentId, digest, text })
    .onConflict((c) => c.columns(['document_id', 'digest']).doNothing())
    .execute()
  return digest
}

/** A text that was kept of a document. */
export async function findContext(
  { db, organizationId }: Tenant,
  { documentId, digest }: { readonly documentId: string; readonly digest: string },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('document_context')
    .select('text')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return found?.text
}

/** What each output was taken from, by its id. */
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
      const text = texts.get(nameOf(row))
      return [id, text === undefined ? context : [text]]
    }),
  )
}

type Named = { readonly document_id: string; readonly context_digest: string | null }

const nameOf = ({ document_id, context_digest }: Named) => `${document_id}/${context_digest}`

async function findTexts(
  { db, organizationId }: Tenant,
  rows: readonly Named[],
): Promise<ReadonlyMap<string, string>> {
  const named = rows.filter(({ context_digest }) => context_digest !== null)
  if (named.length === 0) return new Map()
  const found = await db
    .selectFrom('document_context')
    .select(['document_id', 'digest as context_digest', 'text'])
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', [...new Set(named.map(({ document_id }) => document_id))])
    .where('digest', 'in', [...new Set(named.flatMap((row) => row.context_digest ?? []))])
    .execute()
  return new Map(found.map((row) => [nameOf(row), row.text]))
}
