import { ArrowUpOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { describeCost, type EscalationView } from './escalation.ts'
import './escalation.css'

type Props = {
  readonly escalation: EscalationView
  /** The value that it is about. */
  readonly label: string
}

/** Says that a larger model was asked, and on demand why and at what cost. */
export function EscalationTag({ escalation, label }: Props) {
  const { isReplaced } = escalation
  const text = `Larger model: ${describeCost(escalation)}`
  return (
    <Popover
      trigger="click"
      title={isReplaced ? 'Answered by the larger model' : 'The larger model was asked in vain'}
      content={<Details escalation={escalation} />}
    >
      <Button
        type="text"
        size="small"
        className="escalation-tag"
        aria-label={`${text}, asked for ${label}`}
        icon={<ArrowUpOutlined aria-hidden="true" />}
      >
        {text}
      </Button>
    </Popover>
  )
}

function Details({ escalation }: Pick<Props, 'escalation'>) {
  const { reason, smallModel, smallValue, largeModel, error } = escalation
  return (
    <dl className="escalation-details">
      <dt>Why</dt>
      <dd>
        {smallModel}: {reason}
      </dd>
      <dt>Its value</dt>
      <dd>{smallValue}</dd>
      <dt>Larger model</dt>
      <dd>{largeModel || (error ?? 'Not asked')}</dd>
      <dt>Cost</dt>
      <dd>{describeCost(escalation)}</dd>
    </dl>
  )
}
