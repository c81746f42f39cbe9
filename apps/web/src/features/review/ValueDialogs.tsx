import { parseExactJson } from '@recto/exact-json/parse-json'
import { Form, Input, Modal, Typography } from 'antd'
import { useState } from 'react'
import { parseCells, printCells, withoutHeaders } from './parse-cells.ts'
import type { DrawnRows } from './review.queries.ts'
import { type ReviewedValue, textOfValue } from './reviewed-item.ts'

type EditProps = {
  readonly value: ReviewedValue
  onSave(text: string): void
  onClose(): void
}

/** Dialog for editing a value as multi-line text. Enter saves it, Shift+Enter starts a new line. */
export function EditDialog({ value, onSave, onClose }: EditProps) {
  const [text, setText] = useState(textOfValue(value))
  return (
    <Modal open title={value.label} okText="Save" onOk={() => onSave(text)} onCancel={onClose}>
      <Input.TextArea
        autoFocus
        rows={4}
        aria-label={value.label}
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={(event) => {
          if (event.shiftKey) return
          event.preventDefault()
          onSave(text)
        }}
      />
    </Modal>
  )
}

type JsonProps = {
  readonly field: string
  readonly value: unknown
  onSave(value: unknown): void
  onClose(): void
}

/** Dialog for editing a whole field as JSON. */
export function JsonDialog({ field, value, onSave, onClose }: JsonProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const read = readJson(text)
  return (
    <Modal
      open
      width={720}
      title={`${field} as JSON`}
      okText="Save"
      okButtonProps={{ disabled: 'error' in read }}
      onOk={() => 'value' in read && onSave(read.value)}
      onCancel={onClose}
    >
      <Input.TextArea
        autoFocus
        className="review-json"
        aria-label={`${field} as JSON`}
        status={'error' in read ? 'error' : ''}
        autoSize={{ minRows: 8, maxRows: 24 }}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {'error' in read && <Typography.Text type="danger">{read.error}</Typography.Text>}
    </Modal>
  )
}

function readJson(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: parseExactJson(text) }
  } catch (error) {
    return { error: `Invalid JSON: ${(error as Error).message}` }
  }
}

type RowProps = {
  readonly field: string
  readonly columns: readonly string[]
  onSave(row: Readonly<Record<string, string | null>>): void
  onClose(): void
}

export function AddRowDialog({ field, columns, onSave, onClose }: RowProps) {
  const [row, setRow] = useState<Readonly<Record<string, string>>>({})
  const save = () => onSave(Object.fromEntries(columns.map((name) => [name, row[name] || null])))
  return (
    <Modal open title="Add Row" okText="Add" onOk={save} onCancel={onClose}>
      <Form layout="vertical">
        {columns.map((name) => (
          <Form.Item key={name} label={name} htmlFor={`${field} ${name}`}>
            <Input
              id={`${field} ${name}`}
              value={row[name] ?? ''}
              onChange={({ target }) => setRow({ ...row, [name]: target.value })}
            />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  )
}

type PasteProps = {
  readonly field: string
  readonly columns: readonly string[]
  /** Rows that were read from the page, which can be corrected; empty if rows are to be pasted. */
  readonly drawnRows: DrawnRows
  onSave(cells: readonly (readonly string[])[]): void
  onClose(): void
}

/** Dialog for rows that were copied from a spreadsheet, or read from the page. */
export function PasteDialog({ field, columns, drawnRows, onSave, onClose }: PasteProps) {
  const [text, setText] = useState(() =>
    printCells(drawnRows.map((row) => row.map((cell) => cell.text))),
  )
  const cells = withoutHeaders(parseCells(text), columns)
  const isBlank = text.trim() === ''
  return (
    <Modal
      open
      width={720}
      title={drawnRows.length > 0 ? `Rows read for ${field}` : `Paste rows into ${field}`}
      okText="Add"
      okButtonProps={{ disabled: isBlank }}
      onOk={() => onSave(cells)}
      onCancel={onClose}
    >
      <p>
        {drawnRows.length > 0
          ? 'These rows were read from the page. Correct them before you add them.'
          : 'Copy rows from a spreadsheet.'}{' '}
        {columns.length > 0
          ? `Columns in order: ${columns.join(', ')}.`
          : 'The first row names the columns.'}
      </p>
      <Input.TextArea
        autoFocus
        rows={8}
        aria-label={`Rows of ${field}`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {!isBlank && <Typography.Text type="secondary">{`Rows: ${cells.length}`}</Typography.Text>}
    </Modal>
  )
}
