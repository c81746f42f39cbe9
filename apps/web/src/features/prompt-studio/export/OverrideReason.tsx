import { maxReasonLength } from '@recto/contract/tools/tools'
import { Input } from 'antd'
import { useId } from 'react'

type Props = { readonly value: string; onChange(value: string): void }

/** Form field for the reason to export although expected values get worse. */
export function OverrideReason({ value, onChange }: Props) {
  const id = useId()
  return (
    <div className="override">
      <label htmlFor={id}>Reason for exporting anyway</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={maxReasonLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="faint">The reason is recorded in the audit log with your name.</span>
    </div>
  )
}
