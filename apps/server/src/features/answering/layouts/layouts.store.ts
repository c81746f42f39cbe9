import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type CompiledLayoutRow = Selectable<Tables['compiled_layout']>
export type LayoutSettings = { readonly isOn: boolean; readonly leastDocuments: number }

const usual: LayoutSettings = { isOn: true, leastDocuments: 5 }

export async function findLayoutSettings(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<LayoutSettings> {
  const row = await db
    .selectFrom('layout_setting')
    .select(['is_on', 'least_documents'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ? { isOn: row.is_on, leastDocuments: row.least_documents } : usual
}

export async function saveLayoutSettings(
  { db, organizationId }: Tenant,
  projectId: string,
  { isOn, leastDocuments }: LayoutSettings,
): Promise<void> {
  const set = { is_on: isOn, least_documents: leastDocuments }
  await db
    .insertInto('layout_setting')
    .values({ organization_id: organizationId, project_id: projectId, ...set })
    .onConflict((c) => c.column('project_id').doUpdateSet(set))
    .execute()
}

/** Whether a project has any, and is switched on. */
export async function hasLayoutsInUse(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
        select from compiled_layout
        where organization_id = ${organizationId} and project_id = ${projectId}
      ) and not exists (
        select from layout_setting
        where organization_id = ${organizationId} and project_id = ${projectId} and not is_on
      ) as has`.execute(db)
  return rows[0]?.has === true
}

/** Those of a project that is switched on. */
export async function listLayoutsInUse(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<CompiledLayoutRow[]> {
  return db
    .selectFrom('compiled_layout')
    .leftJoin('layout_setting', 'layout_setting.project_id', 'compiled_layout.project_id')
    .selectAll('compiled_layout')
    .where('compiled_layout.organization_id', '=', organizationId)
    .where('compiled_layout.project_id', '=', projectId)
    .where((by) =>
      by.or([by('layout_setting.is_on', '=', true), by('layout_setting.is_on', 'is', null)]),
    )
    .orderBy('compiled_layout.id')
    .execute()
}

export async function listLayoutRows(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<CompiledLayoutRow[]> {
  return db
    .selectFrom('compiled_layout')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('compiled_at', 'desc')
    .execute()
}

export type NewLayout = {
  readonly id?: string | undefined
  readonly documentHashes: readonly string[]
  readonly layout: unknown
}

/** In the place of all that the project had; what keeps its id keeps its history. */
export async function replaceLayouts(
  { db, organizationId }: Tenant,
  projectId: string,
  layouts: readonly NewLayout[],
): Promise<void> {
  await db
    .deleteFrom('compiled_layout')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
  for (const { id, documentHashes, layout } of layouts) {
    await db
      .insertInto('compiled_layout')
      .values({
        ...(id !== undefined && { id }),
        organization_id: organizationId,
        project_id: projectId,
        document_hashes: [...documentHashes],
        layout: JSON.stringify(layout),
      })
      .execute()
  }
}

/** Until the layouts are compiled anew, none of the project answers the fields by rules. */
export async function suspendRules(
  { db, organizationId }: Tenant,
  projectId: string,
  keys: readonly string[],
): Promise<void> {
  await db
    .updateTable('compiled_layout')
    .set({ suspended: sql`array(select distinct unnest(suspended || ${[...keys]}::text[]))` })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

export async function saveExample(
  { db, organizationId }: Tenant,
  of: { readonly projectId: string; readonly documentHash: string; readonly text: string },
): Promise<void> {
  const { projectId, documentHash, text } = of
  await db
    .insertInto('layout_example')
    .values({
      ...{ organization_id: organizationId, project_id: projectId },
      ...{ document_hash: documentHash, text },
    })
    .onConflict((c) => c.columns(['project_id', 'document_hash']).doUpdateSet({ text }))
    .execute()
}

/** The newest of them, the newest last. */
export async function listExamples(
  { db, organizationId }: Tenant,
  projectId: string,
  most: number,
): Promise<Selectable<Tables['layout_example']>[]> {
  const rows = await db
    .selectFrom('layout_example')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('approved_at', 'desc')
    .orderBy('document_hash')
    .limit(most)
    .execute()
  return rows.toReversed()
}

export async function countExamples(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<number> {
  const row = await db
    .selectFrom('layout_example')
    .select((by) => by.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function hasExample(
  { db, organizationId }: Tenant,
  { projectId, documentHash }: { readonly projectId: string; readonly documentHash: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('layout_example')
    .select('document_hash')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('document_hash', '=', documentHash)
    .executeTakeFirst()
  return row !== undefined
}

/** With what layouts have answered of the document. */
export async function forgetExample(
  { db, organizationId }: Tenant,
  { projectId, documentHash }: { readonly projectId: string; readonly documentHash: string },
): Promise<void> {
  for (const table of ['layout_example', 'layout_answer'] as const) {
    await db
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('project_id', '=', projectId)
      .where('document_hash', '=', documentHash)
      .execute()
  }
}

export async function findLayoutAnswer(
  { db, organizationId }: Tenant,
  callKey: string,
): Promise<Selectable<Tables['layout_answer']> | undefined> {
  return db
    .selectFrom('layout_answer')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('call_key', '=', callKey)
    .executeTakeFirst()
}

type OfRun = { readonly documentHash: string; readonly callKeyPrefix: string }

/** What rules have said of a document in one run, question by question or of several together. */
export async function listLayoutAnswers(
  { db, organizationId }: Tenant,
  { documentHash, callKeyPrefix }: OfRun,
): Promise<Selectable<Tables['layout_answer']>[]> {
  return db
    .selectFrom('layout_answer')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_hash', '=', documentHash)
    .where((by) => by.fn<boolean>('starts_with', ['call_key', by.val(layoutKeysOf(callKeyPrefix))]))
    .execute()
}

/** The keys under which a run keeps what rules have said begin with it. */
export const layoutKeysOf = (callKeyPrefix: string): string => `${callKeyPrefix}/layouts/`

type Said = Omit<Selectable<Tables['layout_answer']>, 'organization_id' | 'created_at' | 'answers'>

/** Of two that come with one key the first counts. */
export async function saveLayoutAnswer(
  { db, organizationId }: Tenant,
  { answers, ...said }: Said & { readonly answers: unknown },
): Promise<void> {
  await db
    .insertInto('layout_answer')
    .values({ organization_id: organizationId, ...said, answers: JSON.stringify(answers) })
    .onConflict((c) => c.columns(['organization_id', 'call_key']).doNothing())
    .execute()
}

export type LayoutCount = {
  readonly layoutId: string
  readonly documents: number
  readonly answered: number
  readonly missed: number
}

export async function countLayoutAnswers(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<LayoutCount[]> {
  const rows = await db
    .selectFrom('layout_answer')
    .select((by) => [
      'layout_id',
      by.fn.count<string>('document_hash').distinct().as('documents'),
      by.fn.sum<string>('answered').as('answered'),
      by.fn.sum<string>('missed').as('missed'),
    ])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('layout_id', 'is not', null)
    .groupBy('layout_id')
    .execute()
  return rows.map(({ layout_id, documents, answered, missed }) => ({
    layoutId: layout_id ?? '',
    documents: Number(documents),
    answered: Number(answered),
    missed: Number(missed),
  }))
}
