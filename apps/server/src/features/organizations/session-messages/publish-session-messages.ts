import type { SessionMessage } from '@recto/contract/server/sockets'
import { panelLogLimits } from '@recto/contract/wire/limits'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { sessionTold } from './session-messages.events.ts'
import { insertMessages, listSessionsOf, trimMessages } from './session-messages.store.ts'

type AddressedMessage = { readonly logEventsId: string; readonly message: SessionMessage }

/**
 * Ids per event: a notification of Postgres holds only 8,000 bytes, so it carries ids and not
 * messages.
 */
const idsOfEvent = 200

/**
 * Sends progress of work to the browsers of sessions, whichever process holds their sockets, and
 * stores log messages for their panels. Messages of ended sessions are dropped.
 */
export async function publishSessionMessages(
  { events, config }: Pick<Context, 'events' | 'config'>,
  tenant: Tenant,
  messages: readonly AddressedMessage[],
): Promise<void> {
  const { db, organizationId } = tenant
  const rows = messages.map(({ logEventsId, message }) => ({
    logEventsId,
    message: shortenTexts(message),
    isKept: message.type === 'LOG',
  }))
  const sessions = Map.groupBy(await insertMessages(tenant, rows), (row) => row.logEventsId)
  for (const [logEventsId, storedMessages] of sessions) {
    for (let start = 0; start < storedMessages.length; start += idsOfEvent) {
      const ids = storedMessages.slice(start, start + idsOfEvent).map(({ id }) => id)
      await events.publish(db, sessionTold, { organizationId, logEventsId, ids })
    }
  }
  if (sessions.size > 0) await trimMessages(tenant, [...sessions.keys()], panelLogBound(config))
}

type MemberMessage = { readonly userIds: readonly number[]; readonly message: SessionMessage }

/** Sends a message to all sessions that some members have open. */
export async function publishToMembers(
  ctx: Pick<Context, 'events' | 'config'>,
  tenant: Tenant,
  { userIds, message }: MemberMessage,
): Promise<void> {
  const sessions = await listSessionsOf(tenant, userIds)
  const messages = sessions.map((logEventsId) => ({ logEventsId, message }))
  await publishSessionMessages(ctx, tenant, messages)
}

export const panelLogBound = ({ panelLogHours }: Pick<Config, 'panelLogHours'>) => ({
  entries: panelLogLimits.entries,
  hours: panelLogHours,
})

/**
 * Shortens the texts of a message: they come from documents and services, and may be of any length.
 */
function shortenTexts<Message extends SessionMessage>(message: Message): Message {
  const maxCharacters = panelLogLimits.charactersOfText
  const entries = Object.entries(message).map(([key, value]) => [
    key,
    typeof value === 'string' && value.length > maxCharacters
      ? `${value.slice(0, maxCharacters)}…`
      : value,
  ])
  return Object.fromEntries(entries)
}
