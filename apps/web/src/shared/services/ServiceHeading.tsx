import type { ReactNode } from 'react'
import { ServiceIcon } from './ServiceIcon.tsx'
import './services.css'

type Props = {
  readonly icon: string
  readonly text: string
  /** Rendered before the icon, such as a back button. */
  readonly children?: ReactNode
}

/** The title of a dialog that is about one service. */
export function ServiceHeading({ icon, text, children }: Props) {
  return (
    <span className="service-heading">
      {children}
      <ServiceIcon src={icon} size={24} />
      {text}
    </span>
  )
}
