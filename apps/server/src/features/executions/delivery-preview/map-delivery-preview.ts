import * as api from '@recto/contract/executions/delivery-preview'
import type { CellValue } from '@recto/provider-spec/database-connector'
import type { PreviewedDelivery } from './preview-delivery.ts'
import type { TargetColumn } from './preview-rows.ts'

export const presentDeliveryPreview = ({
  kind,
  target,
  tableExists,
  columns,
  files,
  problem,
  caveat,
  isOutdated,
}: PreviewedDelivery): api.DeliveryPreview => ({
  kind,
  target,
  table_exists: tableExists,
  columns: columns.map(presentColumn),
  files: files.map((file) => ({
    file_id: file.id,
    file_name: file.name,
    file_path: file.path,
    written_path: file.writtenPath,
    cells: file.cells && columns.map((column) => presentCell(column, file.cells?.get(column.name))),
    problem: file.problem,
  })),
  problem,
  caveat,
  is_outdated: isOutdated,
})

const presentColumn = ({
  name,
  kind,
  isNew,
  isSetOnDelivery,
}: TargetColumn): api.PreviewedColumn => ({
  name,
  type: kind,
  is_new: isNew,
  is_set_on_delivery: isSetOnDelivery,
})

function presentCell({ isSetOnDelivery }: TargetColumn, value: CellValue | undefined) {
  if (isSetOnDelivery || value === undefined) return null
  if (typeof value === 'string' && value.length > api.maxPreviewedText) {
    return `${value.slice(0, api.maxPreviewedText)}…`
  }
  return value instanceof Date ? value.toISOString() : value
}
