import { listPanelLogs, storePanelLog } from '@recto/contract/organizations/session'
import { readAs, send } from '../../../shared/api/requests.ts'
import { entryFromWire, type LogEntry } from './log-entry.ts'

/** The log entries that the server has stored for this session. */
export const panelLogHistory = readAs(listPanelLogs, {}, ({ data }) =>
  data.flatMap((entry) => entryFromWire(entry) ?? []),
)

/** Stores a notification for later page loads. Failures are ignored. */
export async function saveNotification(entry: LogEntry): Promise<void> {
  const { timestamp, level, message, type } = entry
  const log = JSON.stringify({ timestamp, key: timestamp, level, message, type })
  await send(storePanelLog, { body: { log } }).catch(() => undefined)
}
