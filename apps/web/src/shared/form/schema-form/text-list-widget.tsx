import { Select } from 'antd'
import type { FieldWidget } from './SchemaForm.tsx'

/**
 * Creates a field for a list of texts, each of which can be removed. The placeholder explains what
 * an empty list means.
 */
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
      onChange={(texts) => onChange(texts.map((text) => text.trim()).filter(Boolean))}
    />
  )

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
