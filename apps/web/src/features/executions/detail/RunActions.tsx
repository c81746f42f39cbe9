import {
  ApiOutlined,
  CheckSquareOutlined,
  FileTextOutlined,
  RedoOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import type { Execution } from '../execution.ts'
import { useRerunFailed, useStopExecution } from '../executions.queries.ts'
import { isSettled } from '../progress.ts'

type Props = { readonly execution: Execution; onLogs(): void; onCalls(): void }

/** Buttons for an execution: open its log, stop it, or run failed files again. */
export function RunActions({ execution, onLogs, onCalls }: Props) {
  const { id, failedFiles } = execution
  const { type = 'WF' } = useParams({ strict: false })
  const rerun = useRerunFailed()
  const stop = useStopExecution()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const to = usePaths()
  const isOver = isSettled(execution)

  const runAgain = () =>
    rerun.mutate(id, {
      onSuccess: (next) => void navigate({ to: to.executionLog(type, next) }),
      onError: (error) => alerts.showError(error, 'Failed to retry the files'),
    })
  const end = () =>
    stop.mutate(id, { onError: (error) => alerts.showError(error, 'Failed to stop the execution') })

  return (
    <>
      {isOver && failedFiles > 0 && (
        <Button
          icon={<RedoOutlined aria-hidden="true" />}
          loading={rerun.isPending}
          onClick={runAgain}
        >
          Retry {failedFiles} failed {failedFiles === 1 ? 'file' : 'files'}
        </Button>
      )}
      {!isOver && (
        <Button
          danger
          icon={<StopOutlined aria-hidden="true" />}
          loading={stop.isPending}
          onClick={end}
        >
          Stop
        </Button>
      )}
      <Button
        icon={<CheckSquareOutlined aria-hidden="true" />}
        onClick={() => void navigate({ to: to.executionChecks(type, id) })}
      >
        Checks
      </Button>
      {execution.sendsCalls && (
        <Button icon={<ApiOutlined aria-hidden="true" />} onClick={onCalls}>
          Calls
        </Button>
      )}
      <Button icon={<FileTextOutlined aria-hidden="true" />} onClick={onLogs}>
        View Logs
      </Button>
    </>
  )
}
