import { mostRuns } from '@recto/contract/studio-runs'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type RunRow = Selectable<Tables['studio_run']>
export type TaskRow = Selectable<Tables['studio_task']>

export type NewRun = Omit<Insertable<Tables['studio_run']>, 'organization_id'>

const portion = 500
const underWay = sql<boolean>`state in ('waiting', 'running')`

/**
 * Stores runs, and returns for each the one that is to be waited for: itself, or the same run where that
 * is under way already. No two of them may be the same.
 */
export async function insertRuns(
  { db, organizationId }: Tenant,
  runs: readonly NewRun[],
): Promise<RunRow[]> {
  const stored = new Map<string, RunRow>()
  for (let start = 0; start < runs.length; start += portion) {
    const values = runs.slice(start, start + portion).map((run, place) => ({
      ...run,
      organization_id: organizationId,
      // They are run in the order in which they are asked for.
      created_at: sql<Date>`now() + ${start + place}::integer * interval '1 microsecond'`,
    }))
    const rows = await db
      .insertInto('studio_run')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['document_id', 'profile_id', 'digest'])
          .where(underWay)
          // Holds its end up until whoever joins it is known to wait for it.
          .doUpdateSet((row) => ({ deaths: row.ref('studio_run.deaths') })),
      )
      .returningAll()
      .execute()
    for (const row of rows) stored.set(nameOf(row), row)
  }
  return runs.flatMap((run) => stored.get(nameOf(run)) ?? [])
}

type Named = Pick<NewRun, 'document_id' | 'profile_id' | 'digest'>

const nameOf = ({ document_id, profile_id, digest }: Named) =>
  `${document_id}/${profile_id}/${digest}`

export async function insertTask(
  { db, organizationId }: Tenant,
  task: Omit<Insertable<Tables['studio_task']>, 'organization_id'>,
): Promise<void> {
  await db
    .insertInto('studio_task')
    .values({ ...task, organization_id: organizationId })
    .execute()
}

/** What ended long ago, and of which a newer run tells more. */
export async function forgetOldRuns(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<void> {
  const old = sql<Date>`now() - interval '1 day'`
  await db
    .deleteFrom('studio_run')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('ended_at', '<', old)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('studio_task')
            .select('id')
            .whereRef('studio_task.id', '=', 'studio_run.task_id')
            .where('studio_task.created_at', '>=', old),
        ),
      ),
    )
    .where(({ or, eb }) =>
      or([
        eb('state', '<>', 'failed'),
        // A failure is told until the same is asked again.
        sql<boolean>`exists (
          select from studio_run newer
          where newer.project_id = studio_run.project_id and newer.document_id = studio_run.document_id
            and newer.profile_id = studio_run.profile_id
            and newer.prompt_id is not distinct from studio_run.prompt_id
            and newer.created_at > studio_run.created_at
        )`,
      ]),
    )
    .execute()
  await db
    .deleteFrom('studio_task')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('created_at', '<', old)
    .execute()
}

/** Those of the ids that are there. */
export async function listRunsById(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<RunRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('studio_run')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

const mostListed = mostRuns

/**
 * How each cell of a project stands: its newest run, unless that has ended well as a whole, because then
 * the output says what came of it.
 */
export async function listCells(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<RunRow[]> {
  return db
    .selectFrom((newest) =>
      newest
        .selectFrom('studio_run')
        .distinctOn(['document_id', 'profile_id', 'prompt_id', 'kind'])
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('project_id', '=', projectId)
        .orderBy('document_id')
        .orderBy('profile_id')
        .orderBy('prompt_id')
        .orderBy('kind')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .as('newest'),
    )
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        eb('state', 'in', ['waiting', 'running', 'failed']),
        // A single pass that left some prompts out.
        and([eb('state', '=', 'done'), eb('outcome', 'is not', null)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostListed)
    .execute()
}

export async function findTask(
  { db, organizationId }: Tenant,
  id: string,
): Promise<TaskRow | undefined> {
  return db
    .selectFrom('studio_task')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The tasks that wait for any of the runs. */
export async function listTasksOf(
  { db, organizationId }: Tenant,
  runIds: readonly string[],
): Promise<TaskRow[]> {
  return db
    .selectFrom('studio_task')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`run_ids && ${runIds}::uuid[]`)
    .execute()
}

type Cancelled = { readonly projectId: string; readonly ids: readonly string[] | undefined }

/** Those of the project that are under way; only these when ids are given. */
export async function cancelRunRows(
  { db, organizationId }: Tenant,
  { projectId, ids }: Cancelled,
): Promise<RunRow[]> {
  return db
    .updateTable('studio_run')
    .set({ state: 'cancelled', worker_id: null, ended_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where(underWay)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids ?? []}::uuid[])`))
    .returningAll()
    .execute()
}
