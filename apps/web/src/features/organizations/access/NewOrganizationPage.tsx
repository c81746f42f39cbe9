import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { pageNavigation } from '../../../shared/navigation/page-navigation.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { enterOrganization } from '../../../shared/session/session.queries.ts'
import { AccessForm } from './AccessForm.tsx'
import { AccessPage } from './AccessPage.tsx'
import { access, useCreateOrganization } from './access.queries.ts'

const fields = [
  { name: 'displayName', label: 'Organization name', type: 'text' },
  {
    name: 'id',
    label: 'Address',
    type: 'text',
    hint: 'The first part of its addresses: lower-case letters, digits, - and _. It stays.',
  },
] as const

/** Creates another organization for the user, with the usual initial content. */
export function NewOrganizationPage() {
  const { data, error, refetch } = useQuery(access)
  const create = useCreateOrganization()
  const explanation = 'It starts with its own adapters, key and sample, and you are its admin.'

  async function enter(id: string) {
    await enterOrganization(id)
    pageNavigation.to(paths.home())
  }
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="This page could not be loaded" onRetry={retry} />
  }
  if (data && data.signUp !== 'open') {
    return (
      <AccessPage isInside title="New organization" explanation="Not everybody makes one here.">
        <Alert
          type="info"
          showIcon
          title="Organizations are made by those who run this installation."
        />
      </AccessPage>
    )
  }
  return (
    <AccessPage isInside title="New organization" explanation={explanation}>
      <AccessForm
        fields={fields}
        okText="Make the organization"
        fallback="The organization was not made"
        error={create.error}
        isPending={create.isPending}
        onSubmit={({ displayName = '', id = '' }) =>
          create.mutate({ displayName, id }, { onSuccess: () => enter(id) })
        }
      />
    </AccessPage>
  )
}
