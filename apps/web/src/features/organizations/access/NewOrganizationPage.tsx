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
    label: 'Organization ID',
    type: 'text',
    hint: 'Used as the first part of the organization’s URLs: lowercase letters, digits, - and _. It cannot be changed later.',
  },
] as const

/** Creates another organization for the user, with the usual initial content. */
export function NewOrganizationPage() {
  const { data, error, refetch } = useQuery(access)
  const create = useCreateOrganization()
  const explanation =
    'It comes with its own adapters, key and sample project. You will be its admin.'

  async function enter(id: string) {
    await enterOrganization(id)
    pageNavigation.to(paths.home())
  }
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load this page" onRetry={retry} />
  }
  if (data && data.signUp !== 'open') {
    return (
      <AccessPage
        isInside
        title="New organization"
        explanation="You cannot create an organization here."
      >
        <Alert
          type="info"
          showIcon
          title="Only administrators of this installation can create organizations."
        />
      </AccessPage>
    )
  }
  return (
    <AccessPage isInside title="New organization" explanation={explanation}>
      <AccessForm
        fields={fields}
        okText="Create organization"
        fallback="Failed to create the organization"
        error={create.error}
        isPending={create.isPending}
        onSubmit={({ displayName = '', id = '' }) =>
          create.mutate({ displayName, id }, { onSuccess: () => enter(id) })
        }
      />
    </AccessPage>
  )
}
