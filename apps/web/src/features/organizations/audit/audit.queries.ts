import { exportAudit, listAudit } from '@recto/contract/organizations/audit'
import { addressOf } from '../../../shared/api/address.ts'
import { readAs } from '../../../shared/api/requests.ts'
import { type AuditSearch, entryFromWire, filterToWire } from './audit-entry.ts'

export const entriesOnPage = 50

export const auditEntries = (filter: AuditSearch, page: number) =>
  readAs(
    listAudit,
    { query: { ...filterToWire(filter), page, page_size: entriesOnPage } },
    ({ results, count, actions, names }) => ({
      entries: results.map(entryFromWire),
      count,
      actions,
      names,
    }),
  )

/** Address for downloading all entries as a file. */
export const auditExportAddress = (filter: AuditSearch): string =>
  addressOf(exportAudit, { query: filterToWire(filter) })
