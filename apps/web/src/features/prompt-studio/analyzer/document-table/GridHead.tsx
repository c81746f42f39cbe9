import { memo } from 'react'
import { ColumnHead } from './ColumnHead.tsx'
import type { ColumnLayout, FieldColumn } from './use-column-layout.ts'
import { COUNT_WIDTH, NAME_WIDTH } from './use-visible-range.ts'
import { Spacer } from './ValueRow.tsx'

/** The width of a column while it is dragged. */
export type DraggedWidth = { readonly id: string; readonly width: number }

type Props = {
  /** The columns that can be seen. */
  readonly columns: readonly FieldColumn[]
  readonly firstColumn: number
  /** Width of the columns before and after those that can be seen. */
  readonly widthBefore: number
  readonly widthAfter: number
  readonly layout: ColumnLayout
  onDragWidth(width: DraggedWidth | undefined): void
}

/** The headings. They do not render again when another cell is selected. */
export const GridHead = memo(function GridHead(props: Props) {
  const { columns, firstColumn, widthBefore, widthAfter, layout, onDragWidth } = props
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="document-name" aria-colindex={1} style={{ width: NAME_WIDTH }}>
          Document
        </th>
        <th
          scope="col"
          className="document-count-cell"
          aria-colindex={2}
          style={{ width: COUNT_WIDTH }}
        >
          Filled
        </th>
        <Spacer width={widthBefore} />
        {columns.map((column, index) => (
          <ColumnHead
            key={column.prompt.id}
            column={column}
            index={firstColumn + index}
            layout={layout}
            onDragWidth={(width) =>
              onDragWidth(width === undefined ? undefined : { id: column.prompt.id, width })
            }
          />
        ))}
        <Spacer width={widthAfter} />
      </tr>
    </thead>
  )
})
