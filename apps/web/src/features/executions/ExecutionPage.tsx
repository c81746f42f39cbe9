import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Alert } from 'antd'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import {
  oneOf,
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { CallList } from './calls/CallList.tsx'
import { ExecutionCards } from './detail/ExecutionCards.tsx'
import { FilesOfExecution } from './detail/FilesOfExecution.tsx'
import { RunActions } from './detail/RunActions.tsx'
import { StageTimeline } from './detail/StageTimeline.tsx'
import type { Execution } from './execution.ts'
import { execution as executionQuery } from './executions.queries.ts'
import { entities } from './list/logs-search.ts'
import { LogDialog } from './logs/LogDialog.tsx'
import { ExpectedAmount } from './result/ExpectedAmount.tsx'
import { ResultDrawer } from './result/ResultDrawer.tsx'
import { StatusTag } from './StatusTag.tsx'
import './executions.css'

export function ExecutionRoute() {
  const { executionId = '', type } = useParams({ strict: false })
  const entity = oneOf(entities, type)
  const back = usePaths().logs()
  return (
    <div className="page">
      <p className="log-back">
        <Link to={back} search={{ entity } as never}>
          ← Logs
        </Link>
      </p>
      <ExecutionPage key={executionId} executionId={executionId} />
    </div>
  )
}

/** Shows one execution: its start, duration and counts, and each file with its result. */
function ExecutionPage({ executionId }: { readonly executionId: string }) {
  const { data: execution, error, refetch } = useQuery(executionQuery(executionId))
  const change = useChangeAddressSearch()
  const name = execution?.pipelineName ?? execution?.workflowName
  usePageTitle(name)

  if (error && !execution) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the execution" onRetry={retry} />
  }
  if (!execution) return <PageSkeleton />
  return (
    <>
      <PageHeader title={name ?? ''}>
        <StatusTag
          status={execution.status}
          files={execution}
          isInReview={execution.isWaitingForReview}
        />
        <RunActions
          execution={execution}
          onLogs={() => change({ logs: 'all' })}
          onCalls={() => change({ calls: 'all' })}
        />
      </PageHeader>
      <p className="log-id mono">{execution.id}</p>
      {execution.errorMessage && (
        <Alert type="error" showIcon role="alert" title={execution.errorMessage} />
      )}
      <ExpectedAmount execution={execution} />
      <ExecutionCards execution={execution} />
      <StageTimeline execution={execution} />
      <FilesOfExecution
        execution={execution}
        onOpen={(id) => change({ file: id })}
        onLogs={(id) => change({ logs: id })}
      />
      <Dialogs execution={execution} />
    </>
  )
}

/** Dialogs over the page, which its address names. */
function Dialogs({ execution }: { readonly execution: Execution }) {
  const search = useAddressSearch()
  const change = useChangeAddressSearch()
  const file = textIn(search.file)
  const logs = textIn(search.logs)
  return (
    <>
      {logs && (
        <LogDialog
          title={logs === 'all' ? 'Execution logs' : 'File logs'}
          executionId={execution.id}
          {...omitUndefined({ fileId: logs !== 'all' ? logs : undefined })}
          onClose={() => change({ logs: undefined })}
        />
      )}
      {textIn(search.calls) && (
        <CallList execution={execution} onClose={() => change({ calls: undefined })} />
      )}
      {file && (
        <ResultDrawer
          executionId={execution.id}
          fileId={file}
          onClose={() => change({ file: undefined })}
        />
      )}
    </>
  )
}
