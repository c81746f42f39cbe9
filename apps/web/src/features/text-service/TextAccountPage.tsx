import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { TextPlanCard } from './TextPlanCard.tsx'
import { pagePrices, type TextProduct } from './text-product.ts'
import { textProducts, useCancelTextPlan } from './text-service.queries.ts'
import './text-service.css'

/** The organization's plan for the product, and the available plans. */
export function TextAccountPage() {
  usePageTitle('My Account')
  const { data, error, refetch } = useQuery(textProducts)
  const { organization, user } = useSignedIn()
  return (
    <div className="page">
      <PageHeader
        title="My Account"
        description={`${organization.displayName}, for which you are signed in as ${user.email}`}
      />
      {error && !data && (
        <FailureState
          error={error}
          fallback="Failed to get pricing details"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <ListSkeleton />}
      {data && <Plans products={data} />}
    </div>
  )
}

function Plans({ products }: { readonly products: readonly TextProduct[] }) {
  const alerts = useAlerts()
  const [planToCancel, setPlanToCancel] = useState<TextProduct>()
  const cancel = useCancelTextPlan()
  const isSold = products.length > 1
  return (
    <>
      <div className="text-plans">
        {products.map((product) => (
          <TextPlanCard
            key={product.product}
            product={product}
            isAlone={!isSold}
            onCancel={() => setPlanToCancel(product)}
          />
        ))}
      </div>
      {isSold && <Prices />}
      {planToCancel && (
        <ConfirmDialog
          title={`Cancel the plan ${planToCancel.name}?`}
          okText="Cancel plan"
          isDestructive
          fallback="Failed to cancel the plan"
          onConfirm={async () => {
            await cancel.mutateAsync(planToCancel.product)
            alerts.success('Cancelled successfully')
          }}
          onClose={() => setPlanToCancel(undefined)}
        >
          What is paid for may be used until the month ends; after that the free plan holds.
        </ConfirmDialog>
      )}
    </>
  )
}

function Prices() {
  return (
    <section className="sheet text-prices" aria-labelledby="text-prices">
      <h2 id="text-prices">Prices of the plan Pro</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">How a page is read</th>
            <th scope="col">1000 pages</th>
          </tr>
        </thead>
        <tbody>
          {pagePrices.map(({ title, dollars }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>${dollars}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
