import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { explain } from '../../../shared/api/refusal.ts'

/** What is shown of something that is listed in pages. */
type Listed = {
  /** How deep it lies. */
  readonly level: number
  readonly columns: number
}

/** Space before what lies deeper. */
const indent = (level: number) => ({ paddingLeft: 12 + level * 22 })

type MessageProps = Listed & { readonly children: ReactNode }

/** A row that says something instead of an entry. */
export function MessageRow({ level, columns, children }: MessageProps) {
  return (
    <tr>
      <td colSpan={columns} className="tree-message" style={indent(level)}>
        {children}
      </td>
    </tr>
  )
}

export const LoadingRow = (listed: Listed) => (
  <MessageRow {...listed}>
    <span role="status">Loading…</span>
  </MessageRow>
)

type FailedProps = Listed & { readonly error: unknown; onRetry(): void }

export function FailedRow({ error, onRetry, ...listed }: FailedProps) {
  const failed = 'Error loading the data'
  const reason = explain(error, failed)
  return (
    <MessageRow {...listed}>
      <span role="alert" className="tree-failure">
        {reason === failed ? failed : `${failed}: ${reason}`}
      </span>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </MessageRow>
  )
}

type MoreProps = Listed & { onMore(): void }

export function MoreRow({ onMore, ...listed }: MoreProps) {
  return (
    <MessageRow {...listed}>
      <Button size="small" onClick={onMore}>
        Show more
      </Button>
    </MessageRow>
  )
}

type NameCellProps = {
  readonly level: number
  /** Absent for what has nothing in it. */
  readonly isOpen?: boolean
  readonly icon: ReactNode
  /** Stands before the name, such as a box to choose it by. */
  readonly before?: ReactNode
  readonly children: ReactNode
  readonly onToggle?: () => void
}

/** The first cell of a row: what can be opened is a button. */
export function NameCell({ level, isOpen, icon, before, children, onToggle }: NameCellProps) {
  return (
    <td style={indent(level)}>
      <span className="tree-name">
        {before}
        {isOpen === undefined ? (
          <span className="tree-leaf">
            {icon}
            {children}
          </span>
        ) : (
          <button type="button" className="tree-toggle" aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? (
              <CaretDownOutlined aria-hidden="true" />
            ) : (
              <CaretRightOutlined aria-hidden="true" />
            )}
            {icon}
            {children}
          </button>
        )}
      </span>
    </td>
  )
}
