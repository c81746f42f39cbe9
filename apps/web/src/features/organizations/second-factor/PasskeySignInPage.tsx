import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { Alert, Button } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { textIn, useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { pageNavigation } from '../../../shared/navigation/page-navigation.ts'
import { AccessPage } from '../access/AccessPage.tsx'
import { useSignInByPasskey } from './second-factor.queries.ts'

/** Signs in with a passkey, instead of the password or after it. */
export function PasskeySignInPage() {
  const next = textIn(useAddressSearch().next) ?? '/'
  const { mutate, error, isPending, isSuccess } = useSignInByPasskey()
  const isSupported = browserSupportsWebAuthn()
  return (
    <AccessPage
      title="Sign in with a passkey"
      explanation={
        isSupported
          ? 'Your device asks for your fingerprint, your face or a PIN.'
          : 'This browser has no passkeys at this address. They need https, or localhost.'
      }
    >
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginBottom: 16 }}
          title={explain(error, 'The browser did not use a passkey. Try again.')}
        />
      )}
      {isSupported && (
        <Button
          type="primary"
          size="large"
          loading={isPending || isSuccess}
          onClick={() => mutate(next, { onSuccess: (page) => pageNavigation.to(page) })}
        >
          Use a passkey
        </Button>
      )}
    </AccessPage>
  )
}
