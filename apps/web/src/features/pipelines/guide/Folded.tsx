import { type ReactNode, useState } from 'react'

type Props = {
  readonly title: string
  /** Opens it, for example because something inside has failed. */
  readonly isForcedOpen?: boolean
  readonly children: ReactNode
}

/** Content that is rendered, and loaded, when it is first opened. */
export function Folded({ title, isForcedOpen = false, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const isShown = isOpen || isForcedOpen
  if (isShown && !wasOpened) setOpened(true)
  return (
    <details open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {wasOpened && children}
    </details>
  )
}
