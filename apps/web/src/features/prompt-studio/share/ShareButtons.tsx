import { CopyOutlined, DownloadOutlined, GlobalOutlined, SwapOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../../shared/browser/copy-text.ts'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { projectFile } from '../share.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { CloneDialog } from './CloneDialog.tsx'
import { PublicShareDialog } from './PublicShareDialog.tsx'
import { SyncDialog } from './SyncDialog.tsx'

/** Buttons for sharing a project: a public link, a copy, a file. */
export function ShareButtons() {
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

  return (
    <>
      <Tooltip title={refusal ?? (project.shareId ? 'Shared publicly' : 'Share publicly')}>
        <Button
          aria-label="Public link"
          type={project.shareId ? 'primary' : 'default'}
          ghost={project.shareId !== undefined}
          icon={<GlobalOutlined />}
          disabled={refusal !== undefined}
          onClick={() => setOpenDialog('link')}
        />
      </Tooltip>
      <Tooltip title="Clone">
        <Button aria-label="Clone" icon={<CopyOutlined />} onClick={() => setOpenDialog('clone')} />
      </Tooltip>
      <Tooltip title="Save as a file">
        <Button aria-label="Save as a file" icon={<DownloadOutlined />} onClick={save} />
      </Tooltip>
      <Tooltip title="Replace prompts with those in a file">
        <Button aria-label="Replace prompts" icon={<SwapOutlined />} onClick={openSync} />
      </Tooltip>
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
