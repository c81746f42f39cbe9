import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useDeleteWorkflow, type Workflow, workflowList } from '../../workflows/workflows.port.tsx'

/** Lists the pipelines that the user has begun to set up. */
export function UnfinishedDrafts() {
  const { user } = useSignedIn()
  const to = usePaths()
  const { data: workflows = [] } = useQuery(workflowList(user.id))
  const [discardedDraft, setDiscardedDraft] = useState<Workflow>()
  const drafts = workflows.filter(({ isPipelineDraft }) => isPipelineDraft)
  if (drafts.length === 0) return null
  return (
    <section className="sheet pipeline-drafts" aria-label="Pipelines that are not set up yet">
      <h2>Not set up yet</h2>
      <p className="faint">
        Drafts that nobody changes or runs for 30 days are deleted. The executions of their previews
        are kept.
      </p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <strong>{draft.name}</strong>{' '}
            <small className="faint">changed {relativeTime(draft.modifiedAt)}</small>
            <span className="pipeline-draft-actions">
              <Link
                to={to.newPipeline()}
                search={{ draft: draft.id } as never}
                aria-label={`Continue ${draft.name}`}
              >
                Continue
              </Link>
              <Button
                type="link"
                size="small"
                danger
                aria-label={`Discard ${draft.name}`}
                onClick={() => setDiscardedDraft(draft)}
              >
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {discardedDraft && (
        <Discard draft={discardedDraft} onClose={() => setDiscardedDraft(undefined)} />
      )}
    </section>
  )
}

type DiscardProps = { readonly draft: Workflow; readonly onClose: () => void }

function Discard({ draft, onClose }: DiscardProps) {
  const { mutateAsync: remove } = useDeleteWorkflow()
  const alerts = useAlerts()
  async function handleConfirm() {
    await remove({ id: draft.id, inReview: 'keep' })
    alerts.success('Draft discarded')
  }
  return (
    <ConfirmDialog
      isDestructive
      title={`Discard ${draft.name}?`}
      okText="Discard"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      The draft is deleted, and the results of its previews are not used again. Its connectors and
      the executions of its previews are kept.
    </ConfirmDialog>
  )
}
