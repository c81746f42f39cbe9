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
import { pagePrices, type TextAllowance, type TextProduct } from './text-product.ts'
import { textAllowance, textProducts, useCancelTextPlan } from './text-service.queries.ts'
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
        description={`Signed in to ${organization.displayName} as ${user.email}`}
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
      {isSold && <Prices isIncluded={products.some((one) => one.isIncluded)} />}
      {planToCancel && (
        <ConfirmDialog
          title={`Cancel the ${planToCancel.name} plan?`}
          okText="Cancel plan"
          isDestructive
          fallback="Failed to cancel the plan"
          onConfirm={async () => {
            await cancel.mutateAsync(planToCancel.product)
            alerts.success('Cancelled successfully')
          }}
          onClose={() => setPlanToCancel(undefined)}
        >
          You can use the plan until the end of the month. After that, you switch to the free plan.
        </ConfirmDialog>
      )}
    </>
  )
}

/** A platform plan that includes the text service bills pages beyond the plan at its own price. */
function Prices({ isIncluded }: { readonly isIncluded: boolean }) {
  const pages = useQuery({ ...textAllowance, enabled: isIncluded }).data
  if (isIncluded) return pages ? <IncludedPages pages={pages} /> : null
  return (
    <section className="sheet text-prices" aria-labelledby="text-prices">
      <h2 id="text-prices">Pro plan prices</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Processing mode</th>
            <th scope="col">Per 1,000 pages</th>
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

const count = new Intl.NumberFormat('en-US')
const price = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 3,
})

function IncludedPages({ pages }: { readonly pages: TextAllowance }) {
  const { includedPages, usedPages, pagesBeyond, dollars, overage } = pages
  return (
    <section className="sheet text-prices" aria-labelledby="text-prices">
      <h2 id="text-prices">Pages in your platform plan</h2>
      <p>
        {count.format(usedPages)} of {count.format(includedPages)} included pages are used.{' '}
        {pagesBeyond > 0 &&
          `${count.format(pagesBeyond)} more cost ${price.format(dollars)} so far. `}
        Each page beyond the plan costs {price.format(overage)}.
      </p>
    </section>
  )
}
