import { exportAudit, listAudit } from '@recto/contract/audit'
import { addressOf } from '../../../shared/api/address.ts'
import { readAs } from '../../../shared/api/ask.ts'
import { type AuditSearch, entryFromWire, filterToWire } from './audit-entry.ts'

export const entriesOnPage = 50

export const auditEntries = (filter: AuditSearch, page: number) =>
  readAs(
    listAudit,
    { query: { ...filterToWire(filter), page, page_size: entriesOnPage } },
    ({ results, count, actions }) => ({ entries: results.map(entryFromWire), count, actions }),
  )

/** Where the browser gets all of them as a file. */
export const auditExportAddress = (filter: AuditSearch): string =>
  addressOf(exportAudit, { query: filterToWire(filter) })
