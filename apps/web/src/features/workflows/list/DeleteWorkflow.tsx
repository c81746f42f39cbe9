import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { DeleteDialog } from '../../../shared/feedback/DeleteDialog.tsx'
import type { Workflow } from '../workflow.ts'
import { useDeleteWorkflow, usesOf, type WorkflowUsesQuery } from '../workflows.queries.ts'

const IN_USE =
  'Cannot delete this Workflow, since it is used in one or many of the API/ETL/Task pipelines'

/** Fetched once when the dialog opens, regardless of the cache. */
const withoutCache = (query: WorkflowUsesQuery) => ({
  ...query,
  staleTime: 0,
  refetchOnWindowFocus: false,
})

type Props = { readonly workflow: Workflow; readonly onClose: () => void }

/** Asks for confirmation before deleting a workflow. If it is in use, shows where instead. */
export function DeleteWorkflow({ workflow, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteWorkflow()
  const { data, error, isFetching } = useQuery(withoutCache(usesOf(workflow.id)))

  if (isFetching) return null
  if (error) {
    return (
      <DeletionRefused text={explain(error, 'Failed to get can update status')} onClose={onClose} />
    )
  }
  if (!data) return null
  if (data.isUsed) {
    return (
      <DeletionRefused text={IN_USE} usedBy={[...data.apis, ...data.pipelines]} onClose={onClose} />
    )
  }
  return (
    <DeleteDialog
      name={workflow.name}
      fallback={`Unable to delete workflow ${workflow.id}`}
      successText="Workflow deleted successfully"
      onDelete={() => remove(workflow.id)}
      onClose={onClose}
    >
      Its source, tool and destination will be deleted for everyone. Its run history will be kept.
    </DeleteDialog>
  )
}

type RefusedProps = {
  readonly text: string
  /** Names of the deployments and pipelines that depend on it. */
  readonly usedBy?: readonly string[]
  readonly onClose: () => void
}

function DeletionRefused({ text, usedBy = [], onClose }: RefusedProps) {
  return (
    <Modal
      open
      width={440}
      title="This workflow cannot be deleted"
      footer={
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      }
      onCancel={onClose}
    >
      <Alert type="warning" showIcon role="alert" title={text} />
      {usedBy.length > 0 && (
        <ul className="workflow-uses" aria-label="Used by">
          {[...new Set(usedBy)].map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
