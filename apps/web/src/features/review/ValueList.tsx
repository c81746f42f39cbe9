import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Popconfirm, Popover, Tag } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import type { ReviewedItem, ReviewedValue } from './reviewed-item.ts'
import { columnsIn } from './reviewed-item.ts'

type Props = {
  readonly item: ReviewedItem
  readonly values: readonly ReviewedValue[]
  readonly accepted: ReadonlySet<string>
  readonly shown: string | undefined
  readonly isViewOnly: boolean
  onShow(key: string): void
  onAccept(key: string): void
  onEdit(value: ReviewedValue): void
  onUndo(): void
  onAddRow(field: string): void
  onDeleteRow(field: string, row: number): void
}

/** A double click edits: a single one waits that long before it points out the place. */
const CLICK_MS = 300

/**
 * The values of a document, those that somebody has to look at first. Tab goes from one of these to the next,
 * Enter accepts, `e` edits, Ctrl+Z takes the last edit back.
 */
export function ValueList(props: Props) {
  const { item, values, accepted } = props
  const needsLook = (value: ReviewedValue) => value.doubt !== undefined && !accepted.has(value.key)
  const doubtful = values.filter(needsLook)
  const others = values.filter((value) => !needsLook(value))
  const tables = Object.keys(item.output).filter(
    (field) => columnsIn(item.output[field]).length > 0,
  )
  return (
    <div className="review-values">
      <Section title={`To look at (${doubtful.length})`} list={doubtful} {...props} />
      <Section title="Other values" list={others} {...props} />
      {!props.isViewOnly &&
        tables.map((field) => (
          <Button
            key={field}
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => props.onAddRow(field)}
          >
            Add Row to {field}
          </Button>
        ))}
    </div>
  )
}

type SectionProps = Props & { readonly title: string; readonly list: readonly ReviewedValue[] }

function Section({ title, list, ...props }: SectionProps) {
  if (list.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="review-heading">{title}</h2>
      <ul className="review-list">
        {list.map((value) => (
          <ValueRow key={value.key} value={value} {...props} />
        ))}
      </ul>
    </section>
  )
}

function ValueRow({
  value,
  accepted,
  shown,
  isViewOnly,
  ...does
}: Props & { value: ReviewedValue }) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDoubtful = value.doubt !== undefined && !accepted.has(value.key)
  const showSoon = () => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => does.onShow(value.key), CLICK_MS)
  }
  const edit = () => {
    clearTimeout(waiting.current)
    does.onEdit(value)
  }
  const [field, row] = value.steps
  const button = (
    <button
      type="button"
      className="review-value"
      data-doubtful={isDoubtful}
      data-shown={value.key === shown}
      onClick={showSoon}
      onDoubleClick={edit}
      onFocus={() => does.onShow(value.key)}
      onKeyDown={(event) => actOn(event, { ...does, accept: () => does.onAccept(value.key), edit })}
    >
      <span className="review-label">{value.label}</span>
      <span className="review-text">{value.value === null ? '–' : String(value.value)}</span>
      {isDoubtful && <Tag color="error">{value.doubt}</Tag>}
    </button>
  )
  return (
    <li>
      {value.doubt === 'Low Confidence' && isDoubtful ? (
        <Popover content="Low Confidence">{button}</Popover>
      ) : (
        button
      )}
      {typeof row === 'number' && value.steps.length === 3 && !isViewOnly && (
        <Popconfirm
          title="Are you sure to delete this row?"
          okText="Yes"
          cancelText="No"
          onConfirm={() => does.onDeleteRow(String(field), row)}
        >
          <Button
            type="text"
            size="small"
            tabIndex={-1}
            aria-label={`Delete row ${row + 1} of ${field}`}
            icon={<DeleteOutlined aria-hidden="true" />}
          />
        </Popconfirm>
      )}
    </li>
  )
}

type Deeds = { readonly onUndo: () => void; readonly accept: () => void; readonly edit: () => void }

function actOn(event: KeyboardEvent<HTMLButtonElement>, deeds: Deeds): void {
  const deed = deedOf(event, deeds)
  if (!deed) return
  event.preventDefault()
  if (deed === deeds.accept) nextOf(event.currentTarget)?.focus()
  deed()
}

function deedOf({ key, ctrlKey, metaKey }: KeyboardEvent, { onUndo, accept, edit }: Deeds) {
  if (ctrlKey || metaKey) return key === 'z' ? onUndo : undefined
  return { Enter: accept, e: edit }[key]
}

/** The next value that somebody has to look at; the row that is accepted moves down. */
function nextOf(button: HTMLButtonElement): HTMLButtonElement | undefined {
  const all = [
    ...document.querySelectorAll<HTMLButtonElement>('.review-value[data-doubtful="true"]'),
  ]
  return all[all.indexOf(button) + 1] ?? all.find((one) => one !== button)
}
