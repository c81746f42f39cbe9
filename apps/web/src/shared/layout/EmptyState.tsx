import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  /** A sentence that says what would be here, and what it is for. */
  readonly explanation: string
  readonly icon?: ReactNode
  /** The recommended next action. */
  readonly children?: ReactNode
}

/** An empty list that explains itself. */
export function EmptyState({ title, explanation, icon, children }: Props) {
  return (
    <div className="empty">
      {icon ?? <EmptySheet />}
      <h2>{title}</h2>
      <p>{explanation}</p>
      {children && <div className="empty-actions">{children}</div>}
    </div>
  )
}

function EmptySheet() {
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M15 7.5h18L41.5 16v32.5h-26.5z" />
        <path d="M33 7.5V16h8.5" />
        <path d="M21 26h14M21 39h9" opacity=".55" />
      </g>
      <rect x="20" y="30" width="11" height="5" rx="1.5" fill="var(--evidence)" />
    </svg>
  )
}
