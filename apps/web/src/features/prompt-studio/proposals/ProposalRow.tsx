import { CheckOutlined } from '@ant-design/icons'
import { Button, Tag, Tooltip } from 'antd'
import { formatScalar } from '../outputs/format-value.ts'
import type { Proposal } from '../proposal.ts'

type Props = {
  readonly field: Proposal
  readonly isAccepted: boolean
  readonly isBusy: boolean
  onAccept(): void
}

export function ProposalRow({ field, isAccepted, isBusy, onAccept }: Props) {
  const { key, type, value, locations } = field
  return (
    <li className="proposal" aria-label={key}>
      <span className="proposal-key">
        <strong>{key}</strong> <Tag>{type}</Tag>
      </span>
      <span className="proposal-value">
        {formatScalar(value, type)}
        {locations.map(({ page, quote }) => (
          <Tooltip key={`${page} ${quote}`} title={`Page ${page + 1}: “${quote}”`}>
            <span className="chip">p.{page + 1}</span>
          </Tooltip>
        ))}
      </span>
      {isAccepted ? (
        <span className="proposal-accepted">
          <CheckOutlined /> Accepted
        </span>
      ) : (
        <Button size="small" aria-label={`Accept ${key}`} disabled={isBusy} onClick={onAccept}>
          Accept
        </Button>
      )}
    </li>
  )
}
