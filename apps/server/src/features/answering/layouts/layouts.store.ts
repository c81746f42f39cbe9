import { omitUndefined } from '@recto/omit-undefined'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type CompiledLayoutRow = Selectable<Tables['compiled_layout']>
export type LayoutSettings = { readonly isOn: boolean; readonly minDocuments: number }

const defaultSettings: LayoutSettings = { isOn: true, minDocuments: 5 }

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
  return row ? { isOn: row.is_on, minDocuments: row.least_documents } : defaultSettings
}

export async function saveLayoutSettings(
  { db, organizationId }: Tenant,
  projectId: string,
  { isOn, minDocuments }: LayoutSettings,
): Promise<void> {
  const values = { is_on: isOn, least_documents: minDocuments }
  await db
    .insertInto('layout_setting')
    .values({ organization_id: organizationId, project_id: projectId, ...values })
    .onConflict((c) => c.column('project_id').doUpdateSet(values))
    .execute()
}

/** Whether a project has layouts and they are switched on. */
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

/** Lists the layouts of a project unless they are switched off. */
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
    .where((eb) =>
      eb.or([eb('layout_setting.is_on', '=', true), eb('layout_setting.is_on', 'is', null)]),
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

/** Replaces all layouts of the project; a layout that keeps its id keeps its answers. */
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
        ...omitUndefined({ id }),
        organization_id: organizationId,
        project_id: projectId,
        document_hashes: [...documentHashes],
        layout: JSON.stringify(layout),
      })
      .execute()
  }
}

/** Suspends the rules for the fields in all layouts of the project until they are recompiled. */
export async function suspendLayoutRules(
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
  example: { readonly projectId: string; readonly documentHash: string; readonly text: string },
): Promise<void> {
  const { projectId, documentHash, text } = example
  await db
    .insertInto('layout_example')
    .values({
      organization_id: organizationId,
      project_id: projectId,
      document_hash: documentHash,
      text,
    })
    .onConflict((c) => c.columns(['project_id', 'document_hash']).doUpdateSet({ text }))
    .execute()
}

/** Lists the newest examples, in the order of approval. */
export async function listExamples(
  { db, organizationId }: Tenant,
  projectId: string,
  limit: number,
): Promise<Selectable<Tables['layout_example']>[]> {
  const rows = await db
    .selectFrom('layout_example')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('approved_at', 'desc')
    .orderBy('document_hash')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

export async function countExamples(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<number> {
  const row = await db
    .selectFrom('layout_example')
    .select((eb) => eb.fn.countAll<string>().as('count'))
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

/** Deletes an example and the answers of layouts for its document. */
export async function deleteExample(
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

type LayoutAnswerFilter = { readonly documentHash: string; readonly callKeyPrefix: string }

/** Lists the answers of layout rules for a document in one run. */
export async function listLayoutAnswers(
  { db, organizationId }: Tenant,
  { documentHash, callKeyPrefix }: LayoutAnswerFilter,
): Promise<Selectable<Tables['layout_answer']>[]> {
  return db
    .selectFrom('layout_answer')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_hash', '=', documentHash)
    .where((eb) =>
      eb.fn<boolean>('starts_with', ['call_key', eb.val(toLayoutKeyPrefix(callKeyPrefix))]),
    )
    .execute()
}

/** Prefix of the keys of layout answers of a run. */
export const toLayoutKeyPrefix = (callKeyPrefix: string): string => `${callKeyPrefix}/layouts/`

type NewLayoutAnswer = Omit<
  Selectable<Tables['layout_answer']>,
  'organization_id' | 'created_at' | 'answers'
>

/** Saves an answer; the first under a key stays. */
export async function saveLayoutAnswer(
  { db, organizationId }: Tenant,
  { answers, ...fields }: NewLayoutAnswer & { readonly answers: unknown },
): Promise<void> {
  await db
    .insertInto('layout_answer')
    .values({ organization_id: organizationId, ...fields, answers: JSON.stringify(answers) })
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
    .select((eb) => [
      'layout_id',
      eb.fn.count<string>('document_hash').distinct().as('documents'),
      eb.fn.sum<string>('answered').as('answered'),
      eb.fn.sum<string>('missed').as('missed'),
    ])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('layout_id', 'is not', null)
    .groupBy('layout_id')
    .execute()
  return rows.map(({ layout_id, documents, answered: answeredCount, missed: missedCount }) => ({
    layoutId: layout_id ?? '',
    documents: Number(documents),
    answered: Number(answeredCount),
    missed: Number(missedCount),
  }))
}
