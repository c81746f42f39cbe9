import { Alert, Button } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { DataTable } from '../../../shared/table/DataTable.tsx'
import { cellColumns } from '../cell-columns.tsx'
import type { useSourcePreview } from './source.queries.ts'
import './source.css'
import { isComplete, type SourceForm } from './source.ts'

type Props = {
  readonly preview: ReturnType<typeof useSourcePreview>
  readonly values: SourceForm
  readonly tableId?: string
}

type Row = { readonly index: number; readonly cells: readonly string[] }

/** A button that reads the first rows of a source, and these rows. */
export function SourcePreview({ preview, values, tableId }: Props) {
  const { data, error, isPending, mutate } = preview
  const columns = cellColumns<Row>(data?.columns ?? [])
  return (
    <section className="source-preview" aria-label="Preview">
      <Button
        loading={isPending}
        disabled={!isComplete(values)}
        onClick={() => mutate({ source: values, tableId })}
      >
        Show first rows
      </Button>
      {error && !isPending && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to read the first rows')}
        />
      )}
      {data && !isPending && !error && (
        <div className="source-preview-rows">
          <DataTable
            label="First rows"
            columns={columns}
            rows={data.rows.map((cells, index) => ({ index, cells }))}
            keyOf={({ index }) => String(index)}
            emptyText="The source has no rows."
          />
        </div>
      )}
    </section>
  )
}
