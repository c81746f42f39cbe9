import { ArrowLeftOutlined, SettingOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { ReplaysButton } from '../replays/ReplaysButton.tsx'
import { RunAll } from '../runs/RunAll.tsx'
import { ShareButtons } from '../share/ShareButtons.tsx'
import { useEditor } from '../state/editor-context.ts'
import { ScoresButton } from '../truths/ScoresButton.tsx'
import { AnalyzerButton } from './AnalyzerButton.tsx'
import type { StudioParts } from './parts.ts'

const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/SettingsDialog.tsx')).SettingsDialog,
}))

/** Name of the project, and what is done with it as a whole. */
export function EditorHeader({ parts }: { readonly parts?: StudioParts | undefined }) {
  const { project } = useEditor()
  const to = usePaths()
  const [isOpen, setOpen] = useState(false)
  useCommands([
    {
      id: 'project-settings',
      title: 'Settings of the project',
      group: 'This project',
      run: () => setOpen(true),
    },
    {
      id: 'run-focused',
      title: 'Run the prompt that is being written',
      group: 'This project',
      shortcut: 'mod+enter',
      run: runFocused,
    },
  ])

  return (
    <header className="studio-head">
      <Tooltip title="Back to the projects">
        <Link to={to.projects()} className="studio-back" aria-label="Back to the projects">
          <ArrowLeftOutlined />
        </Link>
      </Tooltip>
      <h1 title={project.description}>{project.name}</h1>
      <div className="studio-actions">
        <RunAll />
        <AnalyzerButton />
        <Tooltip title="Settings">
          <Button aria-label="Settings" icon={<SettingOutlined />} onClick={() => setOpen(true)} />
        </Tooltip>
        <ScoresButton />
        <ReplaysButton />
        <ShareButtons />
        <ExportButton />
        {parts && <parts.Deploy project={project} />}
      </div>
      <Suspense>{isOpen && <SettingsDialog onClose={() => setOpen(false)} />}</Suspense>
    </header>
  )
}

/** Leaves the field first, which saves what was typed into it. */
function runFocused(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  const button = field.closest('[data-prompt]')?.querySelector<HTMLElement>('[data-run]')
  if (!button) return
  field.blur()
  button.click()
  field.focus()
}
