import { maxRuns } from '@recto/contract/prompt-studio/studio-runs'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type RunRow = Selectable<Tables['studio_run']>
export type TaskRow = Selectable<Tables['studio_task']>

export type NewRun = Omit<Insertable<Tables['studio_run']>, 'organization_id'>

const batchSize = 500
const isUnfinished = sql<boolean>`state in ('waiting', 'running')`

/**
 * Stores runs. Returns for each the run to wait for: the new one, or the identical run that is
 * unfinished already. The given runs must all be different.
 */
export async function insertRuns(
  { db, organizationId }: Tenant,
  runs: readonly NewRun[],
): Promise<RunRow[]> {
  const storedRuns = new Map<string, RunRow>()
  for (let start = 0; start < runs.length; start += batchSize) {
    const values = runs.slice(start, start + batchSize).map((run, index) => ({
      ...run,
      organization_id: organizationId,
      // Runs are claimed in the order of their creation.
      created_at: sql<Date>`now() + ${start + index}::integer * interval '1 microsecond'`,
    }))
    const rows = await db
      .insertInto('studio_run')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['document_id', 'profile_id', 'digest'])
          .where(isUnfinished)
          // This no-op update locks the existing row, so that the run cannot end before this
          // transaction has recorded its waiter.
          .doUpdateSet((row) => ({ deaths: row.ref('studio_run.deaths') })),
      )
      .returningAll()
      .execute()
    for (const row of rows) storedRuns.set(toRunKey(row), row)
  }
  return runs.flatMap((run) => storedRuns.get(toRunKey(run)) ?? [])
}

type RunIdentity = Pick<NewRun, 'document_id' | 'profile_id' | 'digest'>

const toRunKey = ({ document_id, profile_id, digest }: RunIdentity) =>
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

/** Deletes runs and tasks that ended more than a day ago, except the newest failure of a cell. */
export async function deleteOldRuns(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<void> {
  const oneDayAgo = sql<Date>`now() - interval '1 day'`
  await db
    .deleteFrom('studio_run')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('ended_at', '<', oneDayAgo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('studio_task')
            .select('id')
            .whereRef('studio_task.id', '=', 'studio_run.task_id')
            .where('studio_task.created_at', '>=', oneDayAgo),
        ),
      ),
    )
    .where(({ or, eb }) =>
      or([
        eb('state', '<>', 'failed'),
        // A failure is shown until the same is run again.
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
    .where('created_at', '<', oneDayAgo)
    .execute()
}

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

const maxListedRuns = maxRuns

/**
 * Lists the newest run of each cell of a project (prompt, document and profile), without those that
 * succeeded completely: their output shows the result.
 */
export async function listCurrentRuns(
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
        // A single pass that could not answer some prompts.
        and([eb('state', '=', 'done'), eb('outcome', 'is not', null)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxListedRuns)
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

export async function listTasksOfRuns(
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

type CancelFilter = { readonly projectId: string; readonly ids: readonly string[] | undefined }

/** Cancels the unfinished runs of the project, or only those with the given ids. */
export async function cancelRunRows(
  { db, organizationId }: Tenant,
  { projectId, ids }: CancelFilter,
): Promise<RunRow[]> {
  return db
    .updateTable('studio_run')
    .set({ state: 'cancelled', worker_id: null, ended_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where(isUnfinished)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids ?? []}::uuid[])`))
    .returningAll()
    .execute()
}
