import type { LookupMatch, LookupStatus } from '@recto/contract/lookups/lookup-matches'
import { Button, Tag, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { exactTime, relativeTime } from '../../shared/browser/time.ts'
import './match-line.css'

type Props = {
  /** The key of the prompt or the name of the field. */
  readonly fieldKey: string
  readonly tableName: string
  readonly status: LookupStatus
  readonly rowKey: string | undefined
  readonly reason: string
  /** The last refresh of the table failed at this time; undefined if it succeeded. */
  readonly refreshFailedAt: string | undefined
  /** The values of the added columns, unless they are shown elsewhere. */
  readonly columns?: LookupMatch['columns']
  /** Undefined if no row can be chosen. */
  readonly onChoose: (() => void) | undefined
  /** Further buttons. */
  readonly children?: ReactNode
}

const statuses: Readonly<Record<LookupStatus, { readonly label: string; readonly color: string }>> =
  {
    matched: { label: 'Matched', color: 'success' },
    ambiguous: { label: 'Ambiguous', color: 'warning' },
    not_found: { label: 'Not in the table', color: 'error' },
    no_value: { label: 'No value', color: 'default' },
    no_table: { label: 'No table', color: 'error' },
    too_many: { label: 'Too many rows', color: 'error' },
  }

/** Shows under a value which row of a lookup table it means, and why. */
export function MatchLine({ fieldKey, tableName, status, rowKey, reason, ...props }: Props) {
  const { columns = {}, refreshFailedAt, onChoose, children } = props
  const { label, color } = statuses[status]
  const chooseText = status === 'matched' ? 'Choose another row' : 'Choose a row'
  const addedTexts = Object.entries(columns).filter(([, text]) => text)
  return (
    <section className="match-line" aria-label={`Match of ${fieldKey} in ${tableName}`}>
      <Tag color={color}>{label}</Tag>
      {rowKey !== undefined && <strong className="mono">{rowKey}</strong>}
      {addedTexts.map(([column, text]) => (
        <span key={column}>
          <span className="faint">{column}:</span> {text}
        </span>
      ))}
      <span className="faint">{reason}</span>
      {refreshFailedAt !== undefined && (
        <Tag color="warning" title={exactTime(refreshFailedAt)}>
          Last refresh failed {relativeTime(refreshFailedAt)}
        </Tag>
      )}
      {onChoose && (
        <Button
          type="link"
          size="small"
          aria-label={`${chooseText} for ${fieldKey}`}
          onClick={onChoose}
        >
          {chooseText}
        </Button>
      )}
      {children}
    </section>
  )
}

type RowMatchProps = Pick<Props, 'status' | 'rowKey' | 'reason' | 'onChoose'> & {
  /** It names the row, such as “row 2 of items”. */
  readonly name: string
}

/** Shows in a table which row of a lookup table a row of a list means; a tooltip says why. */
export function RowMatchCell({ name, status, rowKey, reason, onChoose }: RowMatchProps) {
  const { label, color } = statuses[status]
  const text = rowKey ?? label
  const tag = <Tag color={color}>{text}</Tag>
  return (
    <Tooltip title={rowKey === undefined ? reason : `${label}: ${reason}`}>
      {onChoose ? (
        <Button
          type="text"
          size="small"
          className="row-match"
          aria-label={`Match of ${name}: ${text}. ${reason} Choose a row`}
          onClick={onChoose}
        >
          {tag}
        </Button>
      ) : (
        <span className="row-match">{tag}</span>
      )}
    </Tooltip>
  )
}
