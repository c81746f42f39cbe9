import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Modal } from 'antd'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { projectCount } from '../workflows.queries.ts'
import { WorkflowDialog } from './WorkflowDialog.tsx'

type Props = { readonly onClose: () => void }

/**
 * Dialog for a new workflow. Without any project to use as its tool, it explains that one is needed
 * first.
 */
export function NewWorkflow({ onClose }: Props) {
  const { data, isPending } = useQuery(projectCount)

  if (isPending) return null
  if (data?.count === 0) return <ProjectFirst onClose={onClose} />
  return <WorkflowDialog onClose={onClose} />
}

function ProjectFirst({ onClose }: Props) {
  const to = usePaths()
  const navigate = useNavigate()

  return (
    <Modal
      open
      width={460}
      title="Create a Prompt Studio project first"
      okText="Create a project"
      onOk={() => void navigate({ to: to.projects() })}
      onCancel={onClose}
    >
      A workflow processes its files with a tool created in Prompt Studio, but your organization has
      no projects there yet. Create a project, try its prompts on a sample document, and export it
      as a tool.
    </Modal>
  )
}
