import { ExportOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useEditor } from '../state/editor-context.ts'
import { exportedTool } from '../tool.queries.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { type ExportState, exportState } from './export-state.ts'

const VersionsDialog = lazy(async () => ({
  default: (await import('../versions/VersionsDialog.tsx')).VersionsDialog,
}))

/** Exports the project as a tool, and shows whether the last export is up to date. */
export function ExportButton() {
  const { project } = useEditor()
  const { data } = useQuery(exportedTool(project.id))
  const [isOpen, setOpen] = useState(false)
  const [isListing, setListing] = useState(false)
  const open = () => setOpen(true)
  const state = data === undefined ? undefined : exportState(project, data)
  useCommands([{ id: 'export', title: 'Export as tool', group: 'This project', run: open }])

  return (
    <>
      {state && <ExportTime state={state} onOpen={() => setListing(true)} />}
      <Button icon={<ExportOutlined />} onClick={open}>
        Export as tool
      </Button>
      {isOpen && <ExportDialog state={state} onClose={() => setOpen(false)} />}
      <Suspense>{isListing && <VersionsDialog onClose={() => setListing(false)} />}</Suspense>
    </>
  )
}

type ExportTimeProps = { readonly state: ExportState; onOpen(): void }

function ExportTime({ state, onOpen }: ExportTimeProps) {
  if (state.kind === 'never') return <span className="export-stamp">Not exported</span>
  const isSame = state.kind === 'same'
  return (
    <Tooltip title={`Exported ${exactTime(state.at)}. View versions.`}>
      <button type="button" className="export-stamp" data-kind={state.kind} onClick={onOpen}>
        {isSame ? `Exported ${relativeTime(state.at)}` : 'Changed since export'}
      </button>
    </Tooltip>
  )
}
