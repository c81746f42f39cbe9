import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

type Body = { readonly [key: string]: unknown }

type NewMessage = {
  readonly logEventsId: string
  readonly message: Body
  /** Whether the logs panel shows the message later, too. */
  readonly isKept: boolean
}

type InsertedMessage = { readonly id: number; readonly logEventsId: string }

/** Stores the messages of live sessions, in the given order. */
export async function insertMessages(
  { db, organizationId }: Tenant,
  messages: readonly NewMessage[],
): Promise<readonly InsertedMessage[]> {
  const { rows } = await sql<InsertedMessage>`
    insert into session_message (organization_id, log_events_id, message, is_kept)
    select ${organizationId}::integer, web_session.log_events_id, given.message::json, given.is_kept
    from unnest(
      ${messages.map(({ logEventsId }) => logEventsId)}::text[],
      ${messages.map(({ message }) => JSON.stringify(message))}::text[],
      ${messages.map(({ isKept }) => isKept)}::boolean[]
    ) with ordinality as given (log_events_id, message, is_kept, place)
    join web_session on web_session.log_events_id = given.log_events_id
    order by given.place
    returning id, log_events_id as "logEventsId"
  `.execute(db)
  return rows
}

/** Returns the channels of the sessions that people have open in the organization. */
export async function listSessionsOf(
  { db, organizationId }: Tenant,
  userIds: readonly number[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('web_session')
    .select('log_events_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return rows.map(({ log_events_id }) => log_events_id)
}

type Bound = { readonly entries: number; readonly hours: number }

/**
 * Seconds after which a message that the panel does not show is deleted: it has been delivered by
 * then, or nobody was connected.
 */
const momentSeconds = 60

/** Deletes all but the newest entries of the sessions. */
export async function trimMessages(
  { db, organizationId }: Tenant,
  logEventsIds: readonly string[],
  { entries, hours }: Bound,
): Promise<void> {
  await sql`
    delete from session_message
    using (
      select given.log_events_id, (
        select id from session_message kept
        where kept.log_events_id = given.log_events_id and kept.organization_id = ${organizationId}
        order by id desc offset ${entries} limit 1
      ) as last
      from unnest(${[...new Set(logEventsIds)]}::text[]) as given (log_events_id)
    ) bound
    where session_message.log_events_id = bound.log_events_id
      and session_message.organization_id = ${organizationId}
      and (
        session_message.id <= bound.last
        or session_message.created_at < now() - make_interval(hours => ${hours})
        or (not is_kept and session_message.created_at < now() - make_interval(secs => ${momentSeconds}))
      )
  `.execute(db)
}

/** Returns messages in the order in which they were stored. */
export async function listMessagesById(
  { db, organizationId }: Tenant,
  ids: readonly number[],
): Promise<readonly Body[]> {
  const rows = await db
    .selectFrom('session_message')
    .select('message')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
  return rows.map(({ message }) => message)
}

/** Returns the messages that the logs panel of a session shows, oldest first. */
export async function listKeptMessages(
  { db, organizationId }: Tenant,
  logEventsId: string,
  { entries, hours }: Bound,
): Promise<readonly Body[]> {
  const rows = await db
    .selectFrom('session_message')
    .select('message')
    .where('organization_id', '=', organizationId)
    .where('log_events_id', '=', logEventsId)
    .where('is_kept', '=', true)
    .where('created_at', '>=', sql<Date>`now() - make_interval(hours => ${hours})`)
    .orderBy('id', 'desc')
    .limit(entries)
    .execute()
  return rows.map(({ message }) => message).toReversed()
}
