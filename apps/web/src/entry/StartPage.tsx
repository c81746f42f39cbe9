import { Navigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { useModules } from '../shared/modules/modules.ts'
import { usePageExists } from '../shared/navigation/page-exists.ts'
import { paths, pathsOf, productPaths } from '../shared/navigation/paths.ts'
import { isPlaceholder } from '../shared/session/account.ts'
import { useMissingAdapterTypes } from '../shared/session/adapter.queries.ts'
import {
  platformId,
  productsOf,
  selectedProduct,
  TEXT_EXTRACTION,
  VERTICALS,
} from '../shared/session/products.ts'
import { isSetupPostponed } from '../shared/session/setup-postponement.ts'
import { isReviewOnly, useSignedIn } from '../shared/session/signed-in.ts'
import { SessionGate } from './SessionGate.tsx'

const AdminSettingsPage = lazy(async () => ({
  default: (await import('../features/organizations/platform/AdminSettingsPage.tsx'))
    .AdminSettingsPage,
}))

/** The root address, which redirects every user to the right first page. */
export function StartPage() {
  return (
    <SessionGate>
      <ToFirstPage />
    </SessionGate>
  )
}

/**
 * Redirects users who only review to the review. Other members are first sent through the set-up if
 * an adapter required for extraction is missing.
 */
export function ToFirstPage() {
  const signedIn = useSignedIn()
  const exists = usePageExists()
  const otherProduct = useOtherProduct()
  const to = pathsOf(signedIn.organization.name)
  const isMissing = useMissingAdapterTypes().length > 0
  const isIncomplete = isMissing && !isSetupPostponed(signedIn.logEventsId)
  if (signedIn.isPlatformAdmin && isPlaceholder(signedIn.organization)) {
    return <AdminSettingsPage />
  }
  if (otherProduct) return <Navigate to={otherProduct} replace />
  if (isReviewOnly(signedIn) && exists(to.review())) return <Navigate to={to.review()} replace />
  return <Navigate to={isIncomplete ? to.onboard() : to.projects()} replace />
}

/** Returns the first page of the chosen product, if there are several products. */
function useOtherProduct(): string | undefined {
  const { products = [] } = useModules()
  const signedIn = useSignedIn()
  const { organization } = signedIn
  // Users who only review cannot use other products.
  if (products.length === 0 || isReviewOnly(signedIn)) return undefined
  const firstPages: Readonly<Record<string, string | undefined>> = {
    [platformId()]: undefined,
    [TEXT_EXTRACTION]: productPaths.playground(organization.name),
    [VERTICALS]: productPaths.verticals(),
  }
  const selected = productsOf(products).find(({ id }) => id === selectedProduct())
  return selected ? firstPages[selected.id] : paths.chooseProduct()
}
