import { Alert, Button, Tag } from 'antd'
import { explain } from '../../shared/api/refusal.ts'
import { longDayInUtc } from '../../shared/browser/time.ts'
import { useExternalRedirect } from '../../shared/navigation/use-external-redirect.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { hasAccess, type TextProduct } from './text-product.ts'
import { useStartTextCheckout } from './text-service.queries.ts'

type Props = {
  readonly product: TextProduct
  /** Whether there is no other plan to choose. */
  readonly isAlone: boolean
  onCancel(): void
}

const count = new Intl.NumberFormat('en-US')

export function TextPlanCard({ product, isAlone, onCancel }: Props) {
  const { name, description, dailyQuota, isFreePlan, isSubscribed, accessUntil } = product
  const isAdmin = useSignedIn().user.isAdmin
  const isPaid = !isFreePlan && !isAlone
  return (
    <section className="sheet text-plan" aria-label={`${name} plan`}>
      <h2>
        {name} {isSubscribed && <Tag>Your plan</Tag>}
      </h2>
      <p>{description}</p>
      <p className="text-quota">
        {dailyQuota === undefined ? 'Unlimited pages' : `${count.format(dailyQuota)} pages per day`}
      </p>
      {product.isIncluded && (
        <Alert type="success" showIcon title="Included in your platform plan" />
      )}
      {accessUntil && (
        <Alert
          type="warning"
          showIcon
          title={`The plan has been cancelled. You still have access until ${longDayInUtc(accessUntil)}.`}
        />
      )}
      {isPaid && isAdmin && isSubscribed && !product.isIncluded && (
        <Button danger onClick={onCancel}>
          Cancel plan
        </Button>
      )}
      {isPaid && isAdmin && (!hasAccess(product) || accessUntil !== undefined) && (
        <Subscribe productId={product.product} />
      )}
    </section>
  )
}

function Subscribe({ productId }: { readonly productId: string }) {
  const { mutateAsync } = useStartTextCheckout()
  const { isRedirecting, isLate, error, redirect } = useExternalRedirect()
  return (
    <>
      {error !== null && (
        <Alert type="error" showIcon title={explain(error, 'Failed to subscribe')} />
      )}
      {isLate && <Alert type="error" showIcon title="Stripe redirect timed out" />}
      <Button
        type="primary"
        loading={isRedirecting}
        onClick={() => redirect(() => mutateAsync(productId))}
      >
        Subscribe
      </Button>
    </>
  )
}
