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
import './executions.css'

const icons: Record<ExecutionStatus, ReactNode> = {
  PENDING: <ClockCircleOutlined />,
  EXECUTING: <LoadingOutlined />,
  COMPLETED: <CheckCircleOutlined />,
  STOPPED: <StopOutlined />,
  ERROR: <CloseCircleOutlined />,
}

type Props = {
  readonly status: ExecutionStatus
  /**
   * Number of failed files of an execution. An execution with failed files is not shown as a
   * success.
   */
  readonly failedFiles?: number
  /** Whether it waits for people and nothing else. */
  readonly isInReview?: boolean
  /** Whether a file has been read and waits for the next step. */
  readonly isRead?: boolean
}

/** Shows the status of an execution or of one of its files. */
export function StatusTag({ status, failedFiles = 0, isInReview = false, isRead = false }: Props) {
  if (isInReview) {
    return (
      <span className="status-tag" data-status="REVIEW">
        <span aria-hidden="true">
          <UserOutlined />
        </span>
        IN REVIEW
      </span>
    )
  }
  if (isRead) {
    return (
      <span className="status-tag" data-status="READ">
        <span aria-hidden="true">
          <FileDoneOutlined />
        </span>
        READ
      </span>
    )
  }
  const isPartial = status === 'COMPLETED' && failedFiles > 0
  return (
    <span className="status-tag" data-status={isPartial ? 'PARTIAL' : status}>
      <span aria-hidden="true">{isPartial ? <ExclamationCircleOutlined /> : icons[status]}</span>
      {status}
    </span>
  )
}
