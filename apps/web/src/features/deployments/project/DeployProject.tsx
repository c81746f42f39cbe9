import { CloudUploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { DeployProjectDialog } from './DeployProjectDialog.tsx'

type Props = { readonly project: { readonly id: string; readonly name: string } }

/** Deploys the project as an API in one step. */
export function DeployProject({ project }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useCommands([{ id: 'deploy-project', title: 'Deploy as API', group: 'This project', run: open }])
  return (
    <>
      <Button icon={<CloudUploadOutlined aria-hidden="true" />} onClick={open}>
        Deploy as API
      </Button>
      {isOpen && <DeployProjectDialog project={project} onClose={() => setOpen(false)} />}
    </>
  )
}
