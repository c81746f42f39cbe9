import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { explain } from '../../../shared/api/refusal.ts'

/** Position of a row in the tree. */
type RowLayout = {
  /** Depth in the tree. */
  readonly level: number
  readonly columns: number
}

/** Indentation of a row by its depth. */
const indent = (level: number) => ({ paddingLeft: 12 + level * 22 })

type MessageProps = RowLayout & { readonly children: ReactNode }

/** A row with a message instead of an entry. */
export function MessageRow({ level, columns, children }: MessageProps) {
  return (
    <tr>
      <td colSpan={columns} className="tree-message" style={indent(level)}>
        {children}
      </td>
    </tr>
  )
}

export const LoadingRow = (rowLayout: RowLayout) => (
  <MessageRow {...rowLayout}>
    <span role="status">Loading…</span>
  </MessageRow>
)

type FailedProps = RowLayout & { readonly error: unknown; onRetry(): void }

export function FailedRow({ error, onRetry, ...rowLayout }: FailedProps) {
  const failureText = 'Error loading the data'
  const reason = explain(error, failureText)
  return (
    <MessageRow {...rowLayout}>
      <span role="alert" className="tree-failure">
        {reason === failureText ? failureText : `${failureText}: ${reason}`}
      </span>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </MessageRow>
  )
}

type MoreProps = RowLayout & { onMore(): void }

export function MoreRow({ onMore, ...rowLayout }: MoreProps) {
  return (
    <MessageRow {...rowLayout}>
      <Button size="small" onClick={onMore}>
        Show more
      </Button>
    </MessageRow>
  )
}

type NameCellProps = {
  readonly level: number
  /** Undefined for entries that cannot be expanded. */
  readonly isOpen?: boolean
  readonly icon: ReactNode
  /** Rendered before the name, such as a checkbox. */
  readonly prefix?: ReactNode
  readonly children: ReactNode
  readonly onToggle?: () => void
}

/** The first cell of a row; entries that can be expanded are buttons. */
export function NameCell({ level, isOpen, icon, prefix, children, onToggle }: NameCellProps) {
  return (
    <td style={indent(level)}>
      <span className="tree-name">
        {prefix}
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
