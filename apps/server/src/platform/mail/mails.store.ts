import { omitUndefined } from '@recto/omit-undefined'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { WorkTable } from '../work/item-store.ts'

/** Workers send the mails of all organizations. */
type Installation = { readonly db: Db }

/** Mails as items of work of the whole installation. */
export const mailTable: WorkTable = {
  table: 'outgoing_mail',
  organization: sql`0::integer`,
  group: sql`'mail'::text`,
  isAwaited: 'never',
  isWaiting: sql`sealed is not null and next_try_at is null and worker_id is null`,
  isHeld: sql`worker_id is not null`,
  isAsleep: sql`next_try_at is not null and worker_id is null`,
  sleepsUntil: 'next_try_at',
  // Mail servers refuse senders that open many connections.
  maxOfOrganization: 5,
}

export type HeldMail = { readonly id: string; readonly workerId: string }

export async function findHeldMail(
  { db }: Installation,
  { id, workerId }: HeldMail,
): Promise<{ readonly sealed: string; readonly attempts: number } | undefined> {
  const row = await db
    .selectFrom('outgoing_mail')
    .select(['sealed', 'attempts'])
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .executeTakeFirst()
  return row?.sealed ? { sealed: row.sealed, attempts: row.attempts } : undefined
}

const updateHeldMail = ({ db }: Installation, { id, workerId }: HeldMail) =>
  db.updateTable('outgoing_mail').where('id', '=', id).where('worker_id', '=', workerId)

/** Records that a mail was sent, and deletes its text. */
export async function recordSentMail(installation: Installation, mail: HeldMail): Promise<void> {
  await updateHeldMail(installation, mail)
    .set((row) => ({
      sealed: null,
      worker_id: null,
      next_try_at: null,
      sent_at: new Date(),
      attempts: row('attempts', '+', 1),
    }))
    .execute()
}

type FailedAttempt = {
  readonly error: string
  /** Seconds until the next attempt; absent if there is none, and then the text is deleted. */
  readonly waitSeconds?: number | undefined
}

const maxErrorLength = 1000

export async function recordFailedMail(
  installation: Installation,
  mail: HeldMail,
  { error, waitSeconds }: FailedAttempt,
): Promise<void> {
  const isFinal = waitSeconds === undefined
  await updateHeldMail(installation, mail)
    .set((row) => ({
      worker_id: null,
      attempts: row('attempts', '+', 1),
      last_error: error.slice(0, maxErrorLength),
      next_try_at: isFinal ? null : sql<Date>`now() + make_interval(secs => ${waitSeconds})`,
      ...omitUndefined({ sealed: isFinal ? null : undefined }),
    }))
    .execute()
}

const retentionDays = 30
const deletedAtOnce = 1000

/** Deletes old mails, and returns whether there may be more. */
export async function deleteOldMails({ db }: Installation): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from outgoing_mail where id in (
      select id from outgoing_mail
      where created_at < now() - make_interval(days => ${retentionDays}) and worker_id is null
      limit ${deletedAtOnce}
    )`.execute(db)
  return Number(numAffectedRows) === deletedAtOnce
}
