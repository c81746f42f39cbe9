import { CopyOutlined, DownloadOutlined, GlobalOutlined, SwapOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { saveFile } from '../../../shared/browser/copy-text.ts'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { projectFile } from '../share.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import type { HeaderAction } from '../state/header-action.ts'
import { CloneDialog } from './CloneDialog.tsx'
import { PublicShareDialog } from './PublicShareDialog.tsx'
import { SyncDialog } from './SyncDialog.tsx'

/** Actions that share a project: a public link, a copy, a file. */
export function useShareActions(): readonly HeaderAction[] {
  const { project } = useEditor()
  const [openDialog, setOpenDialog] = useState<'link' | 'clone' | 'sync'>()
  const navigate = useNavigate()
  const to = usePaths()
  const refusal = useRefusalOf()('project/publish', { created_by: project.createdBy })
  const save = useSaveFile()
  const close = () => setOpenDialog(undefined)
  const openSync = () => setOpenDialog('sync')
  const group = 'This project'
  useCommands([
    { id: 'clone-project', title: 'Clone project', group, run: () => setOpenDialog('clone') },
    { id: 'sync-prompts', title: 'Replace prompts with those in a file', group, run: openSync },
    { id: 'save-project', title: 'Save project as a file', group, run: save },
  ])

  const dialogs = (
    <>
      {openDialog === 'sync' && <SyncDialog project={project} onClose={close} />}
      {openDialog === 'link' && <PublicShareDialog project={project} onClose={close} />}
      {openDialog === 'clone' && (
        <CloneDialog
          source={{ projectId: project.id }}
          name={project.name}
          onClose={close}
          onCloned={(id) => {
            close()
            void navigate({ to: to.project(id) })
          }}
        />
      )}
    </>
  )
  return [
    {
      key: 'link',
      label: 'Public link',
      icon: <GlobalOutlined />,
      hint: project.shareId ? 'Shared publicly' : 'Share publicly',
      refusal,
      isOn: project.shareId !== undefined,
      run: () => setOpenDialog('link'),
      dialog: dialogs,
    },
    { key: 'clone', label: 'Clone', icon: <CopyOutlined />, run: () => setOpenDialog('clone') },
    { key: 'save', label: 'Save as a file', icon: <DownloadOutlined />, run: save },
    {
      key: 'sync',
      label: 'Replace prompts',
      icon: <SwapOutlined />,
      hint: 'Replace prompts with those in a file',
      run: openSync,
    },
  ]
}

function useSaveFile(): () => void {
  const { project } = useEditor()
  const alerts = useAlerts()
  return () => {
    projectFile(project.id)
      .then((text) => saveFile(`${project.name}.json`, text))
      .catch((error) => alerts.showError(error, 'Failed to save the project as a file'))
  }
}
