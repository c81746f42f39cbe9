import { CheckOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { type ReactNode, useId } from 'react'
import { explain } from '../../../shared/api/refusal.ts'

type Props = {
  readonly number: number
  readonly title: string
  readonly explanation: string
  readonly isComplete: boolean
  /** Failure that belongs to no field of the step. */
  readonly error?: unknown
  readonly children: ReactNode
}

/** One numbered step of the page. */
export function GuideStep({ number, title, explanation, isComplete, error, children }: Props) {
  const id = useId()
  return (
    <section className="guide-step sheet" aria-labelledby={id}>
      <header>
        <span className="guide-number" data-complete={isComplete} aria-hidden="true">
          {isComplete ? <CheckOutlined /> : number}
        </span>
        <div>
          <h2 id={id}>
            {title}
            {isComplete && <span className="visually-hidden"> (complete)</span>}
          </h2>
          <p className="guide-about">{explanation}</p>
        </div>
      </header>
      {children}
      {error !== undefined && (
        <Alert type="error" showIcon role="alert" className="guide-error" title={explain(error)} />
      )}
    </section>
  )
}
