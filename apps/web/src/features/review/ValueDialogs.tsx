import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { ReviewedValue } from './reviewed-item.ts'

type EditProps = {
  readonly value: ReviewedValue
  onSave(text: string): void
  onClose(): void
}

/** A value as a text of several lines. */
export function EditDialog({ value, onSave, onClose }: EditProps) {
  const [text, setText] = useState(value.value === null ? '' : String(value.value))
  return (
    <Modal open title={value.label} okText="Save" onOk={() => onSave(text)} onCancel={onClose}>
      <Input.TextArea
        autoFocus
        rows={4}
        aria-label={value.label}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Modal>
  )
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
