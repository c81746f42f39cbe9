import { Alert, Button, Progress } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import type { MeasuringRun } from '../measuring-run.ts'
import { useEditor } from '../state/editor-context.ts'
import { describeUse } from './describe-use.ts'

type Cancellation = {
  readonly isPending: boolean
  readonly error: Error | null
  mutate(ref: { readonly projectId: string; readonly id: string }): void
}

type Props = { readonly run: MeasuringRun; readonly cancel: Cancellation }

export function MeasureProgress({ run, cancel }: Props) {
  const { id: projectId } = useEditor().project
  const { id, fieldCount, fieldsDone } = run
  return (
    <div className="improve-progress">
      <Progress
        percent={Math.round((100 * fieldsDone) / Math.max(1, fieldCount))}
        aria-label="Fields measured"
        format={() => `${fieldsDone} of ${fieldCount}`}
      />
      <p className="faint">{describeUse(run)}</p>
      {cancel.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(cancel.error, 'Failed to cancel the run')}
        />
      )}
      <Button
        size="small"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ projectId, id })}
      >
        Cancel
      </Button>
    </div>
  )
}
