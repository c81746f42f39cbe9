import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { explain } from '../../shared/api/refusal.ts'
import { useExternalRedirect } from '../../shared/navigation/use-external-redirect.ts'
import { useOpenPortal } from './billing.queries.ts'

type Props = { readonly isPrimary?: boolean; readonly children: ReactNode }

/** Leads to the provider's page for cards, invoices and tax ids, where open invoices are paid too. */
export function PortalButton({ isPrimary = false, children }: Props) {
  const { mutateAsync } = useOpenPortal()
  const { isRedirecting, isLate, error, redirect } = useExternalRedirect()
  return (
    <>
      <Button
        type={isPrimary ? 'primary' : 'default'}
        loading={isRedirecting}
        onClick={() => redirect(() => mutateAsync({}))}
      >
        {children}
      </Button>
      {error !== null && (
        <Alert type="error" title={explain(error, 'Failed to open the payment page')} />
      )}
      {isLate && <Alert type="error" title="Stripe redirect timed out" />}
    </>
  )
}
