import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { DeleteDialog } from '../../../shared/feedback/DeleteDialog.tsx'
import type { Workflow } from '../workflow.ts'
import {
  type ReviewsOfDeleted,
  useDeleteWorkflow,
  usesOf,
  type WorkflowUsesQuery,
} from '../workflows.queries.ts'

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
  const [inReview, setInReview] = useState<ReviewsOfDeleted>('keep')
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
      onDelete={() => remove({ id: workflow.id, inReview })}
      onClose={onClose}
    >
      <p>
        Its source, tool and destination will be deleted for everyone. Its run history will be kept.
      </p>
      {data.inReviewCount > 0 && (
        <ReviewChoice count={data.inReviewCount} choice={inReview} onChoose={setInReview} />
      )}
    </DeleteDialog>
  )
}

type ChoiceProps = {
  readonly count: number
  readonly choice: ReviewsOfDeleted
  onChoose(choice: ReviewsOfDeleted): void
}

/** Asks what becomes of the documents that wait for people. */
function ReviewChoice({ count, choice, onChoose }: ChoiceProps) {
  const question =
    count === 1
      ? 'One document of this workflow is in review. What becomes of it?'
      : `${count} documents of this workflow are in review. What becomes of them?`
  return (
    <fieldset className="workflow-reviews">
      <legend>{question}</legend>
      <Radio.Group
        vertical
        value={choice}
        onChange={({ target }) => onChoose(target.value as ReviewsOfDeleted)}
        options={[
          {
            value: 'keep',
            label: 'Keep in review. Approved results are delivered as before.',
          },
          {
            value: 'withdraw',
            label: 'Take out of review. Their runs are stopped, and nothing is delivered.',
          },
        ]}
      />
    </fieldset>
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
