import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  FileDoneOutlined,
  LoadingOutlined,
  StopOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ExecutionStatus } from '@recto/contract/executions/executions'
import type { ReactNode } from 'react'
import { labelOfWord } from '../../shared/words/word-label.ts'
import './executions.css'

const icons: Record<ExecutionStatus, ReactNode> = {
  PENDING: <ClockCircleOutlined />,
  EXECUTING: <LoadingOutlined />,
  COMPLETED: <CheckCircleOutlined />,
  STOPPED: <StopOutlined />,
  ERROR: <CloseCircleOutlined />,
}

type FileCounts = { readonly failedFiles: number; readonly totalFiles: number }

type Props = {
  readonly status: ExecutionStatus
  /**
   * Counts of the files of an execution. One that has completed with failed files says so, and is not
   * shown as a success.
   */
  readonly files?: FileCounts
  /** Whether it waits for people and nothing else. */
  readonly isInReview?: boolean
  /** Whether a file has been read and waits for the next step. */
  readonly isRead?: boolean
}

/** Shows the status of an execution or of one of its files. */
export function StatusTag({ status, files, isInReview = false, isRead = false }: Props) {
  if (isInReview) {
    return (
      <span className="status-tag" data-status="REVIEW">
        <span aria-hidden="true">
          <UserOutlined />
        </span>
        In review
      </span>
    )
  }
  if (isRead) {
    return (
      <span className="status-tag" data-status="READ">
        <span aria-hidden="true">
          <FileDoneOutlined />
        </span>
        Read
      </span>
    )
  }
  const failures = status === 'COMPLETED' ? describeFailures(files) : undefined
  return (
    <span className="status-tag" data-status={failures ? 'PARTIAL' : status}>
      <span aria-hidden="true">{failures ? <ExclamationCircleOutlined /> : icons[status]}</span>
      {failures ? `${labelOfWord(status)} · ${failures}` : labelOfWord(status)}
    </span>
  )
}

function describeFailures(files: FileCounts | undefined): string | undefined {
  if (!files || files.failedFiles === 0) return undefined
  return `${files.failedFiles} of ${files.totalFiles} failed`
}
