import { AppstoreOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import type { FieldView } from '../state/editor-search.ts'

type Props = { readonly view: FieldView; onChange(view: FieldView): void }

/** Chooses between cards and a table. Buttons leave the arrow keys to the table. */
export function FieldViewSwitch({ view, onChange }: Props) {
  const button = (name: FieldView, label: string, icon: ReactNode) => (
    <Button
      size="small"
      icon={icon}
      className="field-view"
      aria-pressed={view === name}
      onClick={() => onChange(name)}
    >
      {label}
    </Button>
  )
  return (
    <Space.Compact role="group" aria-label="View">
      {button('cards', 'Cards', <AppstoreOutlined aria-hidden="true" />)}
      {button('table', 'Table', <TableOutlined aria-hidden="true" />)}
    </Space.Compact>
  )
}
