import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  /** A sentence that says what the page is for. */
  readonly description?: string
  readonly children?: ReactNode
}

/** Title of a page, with its actions on the right. */
export function PageHeader({ title, description, children }: Props) {
  return (
    <header className="page-header">
      <div>
        <h1>{title}</h1>
        {description && <p>{description}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  )
}
