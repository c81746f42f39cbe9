import { PercentageOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'

const ScoresDialog = lazy(async () => ({
  default: (await import('./ScoresDialog.tsx')).ScoresDialog,
}))

/** Opens the dialog that shows how often outputs are right. */
export function ScoresButton() {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useCommands([{ id: 'scores', title: 'Project scores', group: 'This project', run: open }])
  return (
    <>
      <Tooltip title="Scores">
        <Button aria-label="Scores" icon={<PercentageOutlined />} onClick={open} />
      </Tooltip>
      <Suspense>{isOpen && <ScoresDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
