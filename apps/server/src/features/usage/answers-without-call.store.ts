import { type Insertable, sql } from 'kysely'
import type { Installation, Tables } from '../../platform/db/database.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'

/** Questions of a run that were answered without a call of a model. */
export type AnswersWithoutCall = Omit<Insertable<Tables['answer_without_call']>, 'created_at'>

/** Stores the numbers of answers of any organizations; those of a repeated run are counted once. */
export async function insertAnswersWithoutCall(
  { db }: Installation,
  answers: readonly AnswersWithoutCall[],
): Promise<void> {
  await sql`
    insert into answer_without_call (organization_id, answers_key, kind, answers, run_id, workflow_id,
      execution_id, project_id)
    select * from json_to_recordset(${toStorableJson(answers)}) as a (organization_id integer,
      answers_key text, kind text, answers integer, run_id text, workflow_id uuid,
      execution_id uuid, project_id uuid)
    on conflict do nothing`.execute(db)
}
