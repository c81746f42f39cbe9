import type { EvidenceReply } from '@recto/contract/evidence'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  readonly className: string
  /** How the words of a place say the value. */
  readonly match?: EvidenceReply['match'] | undefined
  /** What it says when it is pointed at, reached by the keyboard or touched. */
  readonly words: ReactNode
  readonly children: ReactNode
}

/** A word that says more of itself; whoever cannot see it hears both at once. */
export function Toggletip({ className, match, words, children }: Props) {
  return (
    // What is heard with the button need not be heard again.
    <Tooltip
      title={<span aria-hidden="true">{words}</span>}
      placement="bottomLeft"
      trigger={['hover', 'focus', 'click']}
    >
      <button type="button" className={className} data-match={match}>
        {children} <span className="visually-hidden">{words}</span>
      </button>
    </Tooltip>
  )
}
