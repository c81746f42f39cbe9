import { Select } from 'antd'
import type { FieldWidget } from '../../../../shared/form/schema-form/SchemaForm.tsx'

/** Folders as a row of names: each is taken away with its cross, and a further one is typed. */
export const FolderListWidget: FieldWidget = ({ id, value, disabled, onChange }) => (
  <Select<string[]>
    id={id}
    mode="tags"
    open={false}
    suffixIcon={null}
    style={{ width: '100%' }}
    placeholder="All folders"
    disabled={disabled ?? false}
    value={foldersIn(value)}
    onChange={(folders) => onChange(folders.map((it) => it.trim()).filter(Boolean))}
  />
)

const foldersIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string') : []
