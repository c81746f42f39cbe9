import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  readonly className: string
  /** What it says when it is pointed at, reached by the keyboard or touched. */
  readonly words: ReactNode
  readonly children: ReactNode
}

/** A word that says more of itself; whoever cannot see it hears both at once. */
export function Toggletip({ className, words, children }: Props) {
  return (
    // What is heard with the button need not be heard again.
    <Tooltip
      title={<span aria-hidden="true">{words}</span>}
      placement="bottom"
      trigger={['hover', 'focus', 'click']}
    >
      <button type="button" className={className}>
        {children} <span className="visually-hidden">{words}</span>
      </button>
    </Tooltip>
  )
}
