import { Select } from 'antd'
import type { FieldWidget } from './SchemaForm.tsx'

/** Texts as a row: each is taken away with its cross, and a further one is typed. The placeholder says what none means. */
export const textListWidget =
  (placeholder: string): FieldWidget =>
  ({ id, value, disabled, onChange }) => (
    <Select<string[]>
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      style={{ width: '100%' }}
      placeholder={placeholder}
      disabled={disabled ?? false}
      value={textsIn(value)}
      onChange={(texts) => onChange(texts.map((it) => it.trim()).filter(Boolean))}
    />
  )

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string') : []
