import { HistoryOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useEditor } from '../state/editor-context.ts'

const ReplaysDialog = lazy(async () => ({
  default: (await import('./ReplaysDialog.tsx')).ReplaysDialog,
}))

/** Opens the dialog with earlier runs of the document. */
export function ReplaysButton() {
  const { document } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const open = () => document && setOpen(true)
  useCommands([{ id: 'compare-runs', title: 'Compare two runs', group: 'This project', run: open }])
  return (
    <>
      <Tooltip title="Compare runs">
        <Button
          aria-label="Compare runs"
          icon={<HistoryOutlined />}
          disabled={!document}
          onClick={open}
        />
      </Tooltip>
      <Suspense>
        {isOpen && document && <ReplaysDialog document={document} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
