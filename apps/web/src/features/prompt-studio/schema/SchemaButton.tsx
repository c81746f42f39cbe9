import { CodeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { SchemaDialog } from './SchemaDialog.tsx'

type Props = { readonly size?: 'small' | 'middle' }

/** Opens the project as a JSON Schema, for programs. */
export function SchemaButton({ size = 'middle' }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useCommands([
    {
      id: 'json-schema',
      title: 'Import or export a JSON Schema',
      group: 'This project',
      run: open,
    },
  ])

  return (
    <>
      <Button size={size} icon={<CodeOutlined aria-hidden="true" />} onClick={open}>
        JSON Schema
      </Button>
      {isOpen && <SchemaDialog onClose={() => setOpen(false)} />}
    </>
  )
}
