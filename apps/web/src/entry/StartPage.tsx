import { Navigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { useModules } from '../shared/modules/modules.ts'
import { usePageExists } from '../shared/navigation/page-exists.ts'
import { paths, pathsOf, productPaths } from '../shared/navigation/paths.ts'
import { useMissingAdapterTypes } from '../shared/session/adapter.queries.ts'
import { isPlaceholder } from '../shared/session/placeholder.ts'
import {
  platformId,
  productsOf,
  selectedProduct,
  TEXT_EXTRACTION,
  VERTICALS,
} from '../shared/session/products.ts'
import { isSetUpPutOff } from '../shared/session/put-off.ts'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { worksInReview } from '../shared/session/works-in-review.ts'
import { SessionGate } from './SessionGate.tsx'

const AdminSettingsPage = lazy(async () => ({
  default: (await import('../features/organizations/platform/AdminSettingsPage.tsx'))
    .AdminSettingsPage,
}))

/** The bare address: leads everyone to where they belong. */
export function StartPage() {
  return (
    <SessionGate>
      <ToFirstPage />
    </SessionGate>
  )
}

/**
 * Whoever reviews goes to the review, whatever is set up. Another member who lacks an adapter that
 * extraction needs is led through the set-up first.
 */
export function ToFirstPage() {
  const signedIn = useSignedIn()
  const exists = usePageExists()
  const elsewhere = useOtherProduct()
  const to = pathsOf(signedIn.organization.name)
  const isMissing = useMissingAdapterTypes().length > 0
  const isIncomplete = isMissing && !isSetUpPutOff(signedIn.logEventsId)
  if (signedIn.isPlatformAdmin && isPlaceholder(signedIn.organization)) {
    return <AdminSettingsPage />
  }
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (worksInReview(signedIn) && exists(to.review())) return <Navigate to={to.review()} replace />
  return <Navigate to={isIncomplete ? to.onboard() : to.projects()} replace />
}

/** Where there are several products, the chosen one has its own first page. */
function useOtherProduct(): string | undefined {
  const { products = [] } = useModules()
  const signedIn = useSignedIn()
  const { organization } = signedIn
  // Who only reviews has no business in another product.
  if (products.length === 0 || worksInReview(signedIn)) return undefined
  const firstPages: Readonly<Record<string, string | undefined>> = {
    [platformId()]: undefined,
    [TEXT_EXTRACTION]: productPaths.playground(organization.name),
    [VERTICALS]: productPaths.verticals(),
  }
  const chosen = productsOf(products).find(({ id }) => id === selectedProduct())
  return chosen ? firstPages[chosen.id] : paths.chooseProduct()
}
