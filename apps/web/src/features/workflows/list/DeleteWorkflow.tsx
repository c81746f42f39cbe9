import { useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import type { Workflow } from '../workflow.ts'
import { canUpdate, useDeleteWorkflow } from '../workflows.queries.ts'

const IN_USE =
  'Cannot delete this Workflow, since it is used in one or many of the API/ETL/Task pipelines'

/** Asked once when the dialog opens, whatever was known before. */
const freshly = (query: ReturnType<typeof canUpdate>) => ({
  ...query,
  staleTime: 0,
  refetchOnWindowFocus: false,
})

type Props = { readonly workflow: Workflow; readonly onClose: () => void }

/** Asks before a workflow goes, unless something is built on it: then it says so instead. */
export function DeleteWorkflow({ workflow, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteWorkflow()
  const alerts = useAlerts()
  const { data, error, isFetching } = useQuery(freshly(canUpdate(workflow.id)))

  async function handleConfirm() {
    await remove(workflow.id)
    alerts.success('Workflow deleted successfully')
  }

  if (isFetching) return null
  if (error) {
    return <Refused text={explain(error, 'Failed to get can update status')} onClose={onClose} />
  }
  if (!data) return <Refused text={IN_USE} onClose={onClose} />
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${workflow.name}?`}
      okText="Delete"
      fallback={`Unable to delete workflow ${workflow.id}`}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Its source, tool and destination are removed for everyone. The record of its runs stays.
    </ConfirmDialog>
  )
}

function Refused({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <Modal
      open
      width={440}
      title="This workflow stays"
      okText="Close"
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <Alert type="warning" showIcon role="alert" title={text} />
    </Modal>
  )
}
