import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { fileOutcome } from '../executions.queries.ts'
import { StatusTag } from '../StatusTag.tsx'
import { FileResult } from './FileResult.tsx'

type Props = {
  readonly executionId: string
  readonly fileId: string
  onClose(): void
}

/** Shows the result of one file next to the list of files. */
export function ResultDrawer({ executionId, fileId, onClose }: Props) {
  const { data, error, refetch } = useQuery(fileOutcome(executionId, fileId))

  return (
    <Drawer
      open
      size={640}
      title={data?.fileName ?? 'Result'}
      extra={data && <StatusTag status={data.status} />}
      onClose={onClose}
    >
      {error && !data && (
        <FailureState
          error={error}
          fallback="Failed to load the result"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <div className="bone" style={{ height: 240 }} aria-busy="true" />}
      {data && (
        <FileResult
          executionId={executionId}
          file={{ id: fileId, status: data.status, message: data.error ?? '' }}
        />
      )}
    </Drawer>
  )
}
