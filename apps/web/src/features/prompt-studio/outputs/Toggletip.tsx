import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  readonly className: string
  /** Relation of the quoted words to the value, which determines the color. */
  readonly match?: EvidenceReply['match'] | undefined
  /** Shown on hover, focus or click. */
  readonly explanation: ReactNode
  readonly children: ReactNode
}

/** A short text with an explanation in a tooltip. Screen readers read both. */
export function Toggletip({ className, match, explanation, children }: Props) {
  return (
    // The explanation is already part of the button's text for screen readers.
    <Tooltip
      title={<span aria-hidden="true">{explanation}</span>}
      placement="bottomLeft"
      trigger={['hover', 'focus', 'click']}
    >
      <button type="button" className={className} data-match={match}>
        {children} <span className="visually-hidden">{explanation}</span>
      </button>
    </Tooltip>
  )
}
