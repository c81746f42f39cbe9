import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
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

/** How far an execution or one of its files is. */
export function StatusTag({ status }: { readonly status: ExecutionStatus }) {
  return (
    <span className="status-tag" data-status={status}>
      <span aria-hidden="true">{icons[status]}</span>
      {status}
    </span>
  )
}
