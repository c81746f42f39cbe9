import { ArrowLeftOutlined, SettingOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import type { Project } from '../project.ts'
import { useReplaysAction } from '../replays/use-replays-action.tsx'
import { RunAll } from '../runs/RunAll.tsx'
import { useScoresAction } from '../scores/use-scores-action.tsx'
import { useShareActions } from '../share/use-share-actions.tsx'
import { useEditor } from '../state/editor-context.ts'
import type { HeaderAction } from '../state/header-action.ts'
import { HeaderActions } from './HeaderActions.tsx'
import { useAnalyzerAction } from './use-analyzer-action.tsx'

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
  const actions = useHeaderActions()
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
        <HeaderActions actions={actions} />
        <ExportButton />
        {parts && <parts.Deploy project={project} />}
      </div>
    </header>
  )
}

/** Returns the actions, the most frequent ones first. */
function useHeaderActions(): readonly HeaderAction[] {
  const analyzer = useAnalyzerAction()
  const scores = useScoresAction()
  const replays = useReplaysAction()
  const share = useShareActions()
  const settings = useSettingsAction()
  return [analyzer, settings, scores, ...share, replays]
}

function useSettingsAction(): HeaderAction {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useCommands([
    { id: 'project-settings', title: 'Project settings', group: 'This project', run: open },
  ])
  return {
    key: 'settings',
    label: 'Settings',
    icon: <SettingOutlined />,
    run: open,
    dialog: <Suspense>{isOpen && <SettingsDialog onClose={() => setOpen(false)} />}</Suspense>,
  }
}
