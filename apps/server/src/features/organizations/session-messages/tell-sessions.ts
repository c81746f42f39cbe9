import { panelLogLimits } from '@recto/contract/limits'
import type { SessionMessage } from '@recto/contract/sockets'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { sessionTold } from './session-messages.events.ts'
import { insertMessages, trimMessages } from './session-messages.store.ts'

type Told = { readonly logEventsId: string; readonly message: SessionMessage }

/** A notification of Postgres has room for 8,000 bytes, so it carries ids. */
const idsOfEvent = 200

/**
 * Tells the browsers of sessions how their work gets on, in whatever process their sockets are; logs are
 * kept for their panels. Sessions that have ended are told nothing.
 */
export async function tellSessions(
  { events, config }: Pick<Context, 'events' | 'config'>,
  tenant: Tenant,
  told: readonly Told[],
): Promise<void> {
  const { db, organizationId } = tenant
  const rows = told.map(({ logEventsId, message }) => ({
    logEventsId,
    message: shortened(message),
    isKept: message.type === 'LOG',
  }))
  const sessions = Map.groupBy(await insertMessages(tenant, rows), (row) => row.logEventsId)
  for (const [logEventsId, stored] of sessions) {
    for (let start = 0; start < stored.length; start += idsOfEvent) {
      const ids = stored.slice(start, start + idsOfEvent).map(({ id }) => id)
      await events.publish(db, sessionTold, { organizationId, logEventsId, ids })
    }
  }
  if (sessions.size > 0) await trimMessages(tenant, [...sessions.keys()], panelLogBound(config))
}

export const panelLogBound = ({ panelLogHours }: Pick<Config, 'panelLogHours'>) => ({
  entries: panelLogLimits.entries,
  hours: panelLogHours,
})

/** Texts come from documents and from services, and may be of any length. */
function shortened<Message extends SessionMessage>(message: Message): Message {
  const most = panelLogLimits.charactersOfText
  const entries = Object.entries(message).map(([key, value]) => [
    key,
    typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value,
  ])
  return Object.fromEntries(entries)
}
