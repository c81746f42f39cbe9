import { TableOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import type { Prompt } from '../prompt.ts'
import { TableSettingsDialog } from './TableSettingsDialog.tsx'

/**
 * Opens the table settings of a prompt of type table or record; renders nothing for other types.
 */
export function TableSettingsButton({ prompt }: { readonly prompt: Prompt }) {
  const [isOpen, setOpen] = useState(false)
  if (prompt.type !== 'table' && prompt.type !== 'record') return null

  return (
    <>
      <Tooltip title="Table extraction settings">
        <Button
          type="text"
          size="small"
          aria-label={`Table extraction settings for ${prompt.key}`}
          icon={<TableOutlined />}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && <TableSettingsDialog prompt={prompt} onClose={() => setOpen(false)} />}
    </>
  )
}
