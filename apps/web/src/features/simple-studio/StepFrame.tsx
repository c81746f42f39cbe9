import { Steps } from 'antd'
import type { ReactNode } from 'react'
import { ProductMark } from '../../shared/layout/ProductMark.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import './simple-studio.css'

type Props = {
  /** Zero-based index of the step. */
  readonly step: number
  readonly title: string
  readonly children: ReactNode
}

/** Frame of the steps before the studio. */
export function StepFrame({ step, title, children }: Props) {
  return (
    <div className="simple-step">
      <header className="simple-step-head">
        <a href={paths.home()} className="simple-brand" aria-label="Recto home page">
          <ProductMark size={28} />
          <span>Recto</span>
        </a>
        <Steps
          className="simple-steps"
          size="small"
          current={step}
          items={[{ title: 'Name' }, { title: 'Documents' }, { title: 'Fields' }]}
        />
      </header>
      <main className="simple-step-body">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
