import { listPanelLogs, storePanelLog } from '@recto/contract/session'
import { readAs, send } from '../../../shared/api/ask.ts'
import { entryFromWire, type LogEntry } from './log-entry.ts'

/** What the server has kept for this session. */
export const keptLogs = readAs(listPanelLogs, {}, ({ data }) =>
  data.flatMap((entry) => entryFromWire(entry) ?? []),
)

/** Keeps what the page has said, for the next one. Whether that works is nobody's concern. */
export async function keepNotification(entry: LogEntry): Promise<void> {
  const { timestamp, level, message, type } = entry
  const log = JSON.stringify({ timestamp, key: timestamp, level, message, type })
  await send(storePanelLog, { body: { log } }).catch(() => undefined)
}
