import { Input } from 'antd'
import type { FieldWidget } from './SchemaForm.tsx'

/** A field for a text of several lines, such as JSON. */
export const textAreaWidget: FieldWidget = ({ id, value, disabled, onChange }) => (
  <Input.TextArea
    id={id}
    className="mono"
    autoSize={{ minRows: 4, maxRows: 16 }}
    spellCheck={false}
    disabled={disabled ?? false}
    value={typeof value === 'string' ? value : ''}
    onChange={({ target }) => onChange(target.value)}
  />
)
