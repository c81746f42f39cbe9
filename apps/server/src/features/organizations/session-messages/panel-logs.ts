import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { panelLogBound } from './publish-session-messages.ts'
import { insertMessages, listKeptMessages, trimMessages } from './session-messages.store.ts'

type Entry = { readonly [key: string]: unknown }

type PanelLogsRequest = { readonly actor: Actor; readonly logEventsId: string }

/** Returns the stored entries of a session's logs panel, oldest first. */
export async function listPanelLogs(
  ctx: Pick<Context, 'db' | 'config'>,
  { actor, logEventsId }: PanelLogsRequest,
): Promise<Entry[]> {
  const tenant = tenantOf(ctx, actor)
  const messages = await listKeptMessages(tenant, logEventsId, panelLogBound(ctx.config))
  return messages.toSorted((a, b) => Number(a.timestamp) - Number(b.timestamp))
}

/** Stores an entry that a page has made. */
export async function storePanelLog(
  ctx: Pick<Context, 'db' | 'config'>,
  { actor, logEventsId, text }: PanelLogsRequest & { readonly text: string },
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const message = entryOf(text)
  await insertMessages(tenant, [{ logEventsId, message, isKept: true }])
  await trimMessages(tenant, [logEventsId], panelLogBound(ctx.config))
}

function entryOf(text: string): Entry {
  const entry = objectOf(text)
  if (!entry) throw invalid('log', 'This must be a JSON object, encoded as a string.')
  if (typeof entry.timestamp === 'number') return entry
  return { ...entry, timestamp: Math.floor(Date.now() / 1000) }
}

function objectOf(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // The text is not JSON.
  }
  return undefined
}
