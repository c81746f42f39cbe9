import { Dropdown } from 'antd'
import { type DragEvent, type PointerEvent, useState } from 'react'
import type { ColumnLayout, FieldColumn } from './use-column-layout.ts'

const WIDTH_STEP = 32
const dragType = 'application/x-recto-field'

type Props = {
  readonly column: FieldColumn
  readonly index: number
  readonly layout: ColumnLayout
  /** Shows a width while it is dragged; undefined when it is no longer. */
  onDragWidth(width: number | undefined): void
}

/** The heading of a field. Its menu, and the mouse, move the column and change its width. */
export function ColumnHead({ column, index, layout, onDragWidth }: Props) {
  const { prompt, width } = column
  const { columns, setWidth, moveTo, reset, isChanged } = layout
  const [isTarget, setTarget] = useState(false)
  const previous = columns[index - 1]
  const next = columns[index + 1]
  const item = (key: string, label: string, run: () => void, isOffered = true) =>
    isOffered ? [{ key, label, onClick: run }] : []
  const items = [
    ...item(
      'left',
      'Move left',
      () => previous && moveTo(prompt.id, previous.prompt.id),
      !!previous,
    ),
    ...item('right', 'Move right', () => next && moveTo(prompt.id, next.prompt.id), !!next),
    ...item('wider', 'Wider', () => setWidth(prompt.id, width + WIDTH_STEP)),
    ...item('narrower', 'Narrower', () => setWidth(prompt.id, width - WIDTH_STEP)),
    ...item('reset', 'Reset all columns', reset, isChanged),
  ]

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setTarget(false)
    moveTo(event.dataTransfer.getData(dragType), prompt.id)
  }

  return (
    <th
      scope="col"
      className="document-field"
      aria-colindex={index + 3}
      style={{ width }}
      data-drop={isTarget}
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer.setData(dragType, prompt.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={handleDrop}
    >
      <Dropdown autoFocus trigger={['click']} menu={{ items }}>
        <button
          type="button"
          className="document-head mono"
          title={prompt.text || undefined}
          aria-label={`Column ${prompt.key}`}
        >
          {prompt.key}
        </button>
      </Dropdown>
      <WidthHandle
        width={width}
        onDrag={onDragWidth}
        onEnd={(nextWidth) => setWidth(prompt.id, nextWidth)}
      />
    </th>
  )
}

type HandleProps = {
  readonly width: number
  onDrag(width: number | undefined): void
  onEnd(width: number): void
}

/** The edge of a column, for the mouse only: the menu does the same for the keyboard. */
function WidthHandle({ width, onDrag, onEnd }: HandleProps) {
  const [start, setStart] = useState<{ readonly x: number; readonly width: number }>()
  const widthAt = (event: PointerEvent) => (start ? start.width + event.clientX - start.x : width)

  function handlePointerDown(event: PointerEvent) {
    // Otherwise the browser drags the heading.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart({ x: event.clientX, width })
  }

  function end(event: PointerEvent) {
    if (start) onEnd(widthAt(event))
    onDrag(undefined)
    setStart(undefined)
  }

  return (
    <span
      aria-hidden="true"
      className="document-edge"
      onPointerDown={handlePointerDown}
      onPointerMove={(event) => start && onDrag(widthAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
