import { HistoryOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useEditor } from '../state/editor-context.ts'
import type { HeaderAction } from '../state/header-action.ts'

const ReplaysDialog = lazy(async () => ({
  default: (await import('./ReplaysDialog.tsx')).ReplaysDialog,
}))

/** Opens the dialog with earlier runs of the document. */
export function useReplaysAction(): HeaderAction {
  const { document } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const open = () => document && setOpen(true)
  useCommands([{ id: 'compare-runs', title: 'Compare two runs', group: 'This project', run: open }])
  return {
    key: 'compare-runs',
    label: 'Compare runs',
    icon: <HistoryOutlined />,
    refusal: document ? undefined : 'Document not selected',
    run: open,
    dialog: (
      <Suspense>
        {isOpen && document && <ReplaysDialog document={document} onClose={() => setOpen(false)} />}
      </Suspense>
    ),
  }
}
