import { Alert } from 'antd'
import { useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { internalAddress } from '../../../shared/navigation/deep-link.ts'
import { pageNavigation } from '../../../shared/navigation/page-navigation.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { AccessForm } from './AccessForm.tsx'
import { useCreateAccount } from './access.queries.ts'

const fields = [
  { name: 'email', label: 'E-mail', type: 'email' },
  {
    name: 'password',
    label: 'Password',
    type: 'new-password',
    hint: 'At least 12 characters; four words are good.',
  },
  {
    name: 'organizationName',
    label: 'Organization (optional)',
    type: 'text',
    isOptional: true,
    hint: 'How others will see it. You can leave it out.',
  },
] as const

/** Creates an account together with an organization. */
export function SignUpForm() {
  const { mutate, data, error, isPending } = useCreateAccount()
  const next = internalAddress(useAddressSearch().next)
  if (data?.state === 'confirm') {
    return (
      <Alert
        type="info"
        showIcon
        role="status"
        title="Look at your mail"
        description="A link in it makes the account. It works once, and for a while only."
      />
    )
  }
  return (
    <AccessForm
      fields={fields}
      okText="Create Your free account"
      fallback="The account was not made"
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
