import { Switch } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import type { Workflow } from '../workflow.ts'
import { useChangePublishing } from '../workflows.queries.ts'

type Props = {
  readonly workflow: Workflow
  /** Number of differences between the draft and what is live. */
  readonly changeCount: number
  /** Reason why the user may not change the workflow. */
  readonly refusal: string | undefined
}

/** Chooses whether edits of the workflow are live at once or when they are published. */
export function PublishingSwitch({ workflow, changeCount, refusal }: Props) {
  const { id, changesNeedPublishing } = workflow
  const update = useChangePublishing()
  const alerts = useAlerts()
  const [isConfirming, setConfirming] = useState(false)
  const onError = (failure: unknown) => alerts.showError(failure, 'Failed to update')

  function handleChange(isOn: boolean) {
    if (!isOn && changeCount > 0) return setConfirming(true)
    update.mutate({ id, changesNeedPublishing: isOn }, { onError })
  }

  return (
    <div className="publishing-switch">
      <label htmlFor="changes-need-publishing" title={refusal}>
        <Switch
          id="changes-need-publishing"
          size="small"
          checked={changesNeedPublishing}
          disabled={refusal !== undefined}
          loading={update.isPending}
          onChange={handleChange}
        />
        Changes need publishing
      </label>
      <p className="faint">
        {changesNeedPublishing
          ? 'Changes and newly exported prompts stay in a draft until somebody publishes them.'
          : 'Each change, and each export of the prompts, is live with the next run.'}
      </p>
      {isConfirming && (
        <ConfirmDialog
          title="Make the draft live?"
          okText="Make it live"
          fallback="Failed to update"
          onConfirm={() => update.mutateAsync({ id, changesNeedPublishing: false })}
          onClose={() => setConfirming(false)}
        >
          <p>
            The unpublished changes are live with the next run, and so is each change from then on.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
