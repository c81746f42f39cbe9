import { Alert } from 'antd'
import { useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { internalAddress } from '../../../shared/navigation/deep-link.ts'
import { pageNavigation } from '../../../shared/navigation/page-navigation.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { AccessForm } from './AccessForm.tsx'
import { useCreateAccount } from './access.queries.ts'

const fields = [
  { name: 'email', label: 'Email', type: 'email' },
  {
    name: 'password',
    label: 'Password',
    type: 'new-password',
    hint: 'At least 12 characters. Four random words work well.',
  },
  {
    name: 'organizationName',
    label: 'Organization (optional)',
    type: 'text',
    isOptional: true,
    hint: 'The name that others see. You can leave it empty.',
  },
] as const

/** Creates an account together with an organization. */
export function SignUpForm({ okText }: { readonly okText: string }) {
  const { mutate, data, error, isPending } = useCreateAccount()
  const next = internalAddress(useAddressSearch().next)
  if (data?.state === 'confirm') {
    return (
      <Alert
        type="info"
        showIcon
        role="status"
        title="Check your email"
        description="Follow the link in the email to create your account. The link works once and expires after a while."
      />
    )
  }
  return (
    <AccessForm
      fields={fields}
      okText={okText}
      fallback="Failed to create the account"
      error={error}
      isPending={isPending}
      onSubmit={({ email = '', password = '', organizationName = '' }) =>
        mutate(
          { email, password, organizationName },
          {
            onSuccess: ({ state }) =>
              state === 'signed_in' && pageNavigation.to(next ?? paths.home()),
          },
        )
      }
    />
  )
}
