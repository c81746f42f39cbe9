import { ArrowLeftOutlined, SettingOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { ScoresButton } from '../expected-values/ScoresButton.tsx'
import { ExportButton } from '../export/ExportButton.tsx'
import type { Project } from '../project.ts'
import { ReplaysButton } from '../replays/ReplaysButton.tsx'
import { RunAll } from '../runs/RunAll.tsx'
import { ShareButtons } from '../share/ShareButtons.tsx'
import { useEditor } from '../state/editor-context.ts'
import { AnalyzerButton } from './AnalyzerButton.tsx'

const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/SettingsDialog.tsx')).SettingsDialog,
}))

/** Components that higher-level features add to the editor. */
export type StudioParts = {
  /** Deploys the project as an API. */
  readonly Deploy: ComponentType<{ readonly project: Pick<Project, 'id' | 'name'> }>
}

/** The project's name and the actions on the whole project. */
export function EditorHeader({ parts }: { readonly parts?: StudioParts | undefined }) {
  const { project } = useEditor()
  const paths = usePaths()
  const [isOpen, setOpen] = useState(false)
  useCommands([
    {
      id: 'project-settings',
      title: 'Project settings',
      group: 'This project',
      run: () => setOpen(true),
    },
  ])

  return (
    <header className="studio-head">
      <Tooltip title="Back to projects">
        <Link to={paths.projects()} className="studio-back" aria-label="Back to projects">
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
