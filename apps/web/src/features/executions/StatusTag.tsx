import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  LoadingOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { ExecutionStatus } from '@recto/contract/executions'
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
  /** Of an execution: how many of its files failed. What ended with failures is not well. */
  readonly failedFiles?: number
}

/** How far an execution or one of its files is. */
export function StatusTag({ status, failedFiles = 0 }: Props) {
  const isPartial = status === 'COMPLETED' && failedFiles > 0
  return (
    <span className="status-tag" data-status={isPartial ? 'PARTIAL' : status}>
      <span aria-hidden="true">{isPartial ? <ExclamationCircleOutlined /> : icons[status]}</span>
      {status}
    </span>
  )
}
