import type { ReactNode } from 'react'
import { ProductMark } from '../../../shared/layout/ProductMark.tsx'
import { serverPages } from '../../../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import '../landing.css'

type Props = {
  readonly title: string
  readonly explanation: string
  /** Whether the link leads to the start, for signed-in users, instead of the login. */
  readonly isInside?: boolean
  readonly children?: ReactNode
}

/** Frame of the pages that links in emails open. */
export function AccessPage({ title, explanation, isInside, children }: Props) {
  usePageTitle(title)
  return (
    <main className="access-page">
      <div className="landing-brand">
        <ProductMark size={34} />
        <span>Recto</span>
      </div>
      <h1>{title}</h1>
      <p className="faint">{explanation}</p>
      {children}
      <p className="access-other">
        {isInside ? (
          <a href={paths.home()}>Go to the home page</a>
        ) : (
          <a href={serverPages.login}>Back to login</a>
        )}
      </p>
    </main>
  )
}
