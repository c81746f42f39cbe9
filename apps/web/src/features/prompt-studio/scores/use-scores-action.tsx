import { PercentageOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import type { HeaderAction } from '../state/header-action.ts'

const ScoresDialog = lazy(async () => ({
  default: (await import('./ScoresDialog.tsx')).ScoresDialog,
}))

/** Opens the dialog that shows how often outputs are right. */
export function useScoresAction(): HeaderAction {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useCommands([{ id: 'scores', title: 'Project scores', group: 'This project', run: open }])
  return {
    key: 'scores',
    label: 'Scores',
    icon: <PercentageOutlined />,
    run: open,
    dialog: <Suspense>{isOpen && <ScoresDialog onClose={() => setOpen(false)} />}</Suspense>,
  }
}
