import type { DOMAttributes, ReactNode } from 'react'

type Props = {
  /** Short description of the stage. */
  readonly kind: string
  readonly title: string
  readonly isSelected: boolean
  /** State of the current run at this stage. */
  readonly state: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
  /** Makes the card a drop target. */
  readonly drop?: DropTarget
  onSelect(): void
}

type DropTarget = { readonly 'data-over': boolean } & Pick<
  DOMAttributes<HTMLButtonElement>,
  'onDragOver' | 'onDragLeave' | 'onDrop'
>

/** A stage; clicking anywhere but on a control selects it. */
export function StageCard({ kind, title, isSelected, onSelect, drop, ...parts }: Props) {
  const { actions, children, state } = parts
  return (
    <article className="stage-card" data-selected={isSelected} aria-label={title}>
      <header>
        <h2>
          <button type="button" aria-pressed={isSelected} onClick={onSelect} {...drop}>
            <small>{kind}</small>
            <span>{title}</span>
          </button>
        </h2>
        {actions && <span className="stage-actions">{actions}</span>}
      </header>
      <div className="stage-controls">{children}</div>
      <footer>{state}</footer>
    </article>
  )
}
