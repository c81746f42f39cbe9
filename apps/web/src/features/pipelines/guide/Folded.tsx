import { type ReactNode, useState } from 'react'

type Props = {
  readonly title: string
  readonly children: ReactNode
}

/** Content that is rendered, and loaded, when it is first opened. */
export function Folded({ title, children }: Props) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpened(wasOpened || currentTarget.open)}>
      <summary>{title}</summary>
      {wasOpened && children}
    </details>
  )
}
