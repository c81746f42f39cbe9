import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { type ReactNode, useId, useState } from 'react'

export type RowDetails<Row> = {
  /** Names the row in the label of the button that shows its details. */
  nameOf(row: Row): string
  render(row: Row): ReactNode
}

type CellColumn<Row> = {
  readonly key: string
  readonly align?: 'left' | 'right'
  render(row: Row): ReactNode
}

type Props<Row> = {
  readonly row: Row
  readonly columns: readonly CellColumn<Row>[]
  readonly details: RowDetails<Row> | undefined
}

/** A row of a table, with a second one below it while its details are shown. */
export function TableRow<Row>({ row, columns, details }: Props<Row>) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <>
      <tr>
        {details && (
          <td className="data-table-toggle">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              aria-label={`Details of ${details.nameOf(row)}`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? (
                <CaretDownOutlined aria-hidden="true" />
              ) : (
                <CaretRightOutlined aria-hidden="true" />
              )}
            </button>
          </td>
        )}
        {columns.map((column) => (
          <td key={column.key} style={{ textAlign: column.align }}>
            {column.render(row)}
          </td>
        ))}
      </tr>
      {details && isOpen && (
        <tr id={detailsId} className="data-table-details">
          <td colSpan={columns.length + 1}>{details.render(row)}</td>
        </tr>
      )}
    </>
  )
}
