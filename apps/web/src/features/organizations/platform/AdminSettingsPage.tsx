import { ArrowLeftOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { useFormValues } from '../../../shared/form/use-form-values.ts'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { InvitationLink } from '../people/InvitationLink.tsx'
import { UnauthorizedPage } from '../UnauthorizedPage.tsx'
import { type NewOrganizationOfOthers, useOnboard } from './onboarding.queries.ts'

/** The page on which platform administrators create organizations for others. */
export function AdminSettingsPage() {
  usePageTitle('Admin')
  const { isPlatformAdmin } = useSignedIn()
  return isPlatformAdmin ? <Onboarding /> : <UnauthorizedPage />
}

const emptyForm: NewOrganizationOfOthers = { organizationName: '', inviteeEmail: '' }

function Onboarding() {
  const paths = usePaths()
  const navigate = useNavigate()
  const alerts = useAlerts()
  const { mutate, isPending } = useOnboard()
  const { values, failures, setFailures, change } = useFormValues(emptyForm)
  const [link, setLink] = useState<string>()

  function submit() {
    const missingFields = missingOf(values)
    setFailures(missingFields)
    if (missingFields.size > 0) return
    mutate(values, {
      onSuccess: (organization) => {
        alerts.success('Friction less onboarding invitation successful')
        change(emptyForm)
        setLink(organization)
      },
      onError: (error) => {
        const fieldFailures = failuresByField(error)
        setFailures(fieldFailures)
        if (fieldFailures.size === 0) alerts.showError(error, 'Failed to onboard the organization')
      },
    })
  }

  return (
    <div className="page" style={{ maxWidth: 620 }}>
      <PageHeader
        title="Admin"
        description="Create an organization for someone else and invite its admin."
      >
        <Button
          icon={<ArrowLeftOutlined aria-hidden="true" />}
          onClick={() => void navigate({ to: paths.settings() })}
        >
          Back
        </Button>
      </PageHeader>
      {link ? (
        <InvitationLink link={link} onDone={() => setLink(undefined)} />
      ) : (
        <Form
          className="sheet"
          layout="vertical"
          requiredMark={false}
          style={{ padding: 24 }}
          onFinish={submit}
        >
          <FormField label="Organization name" failure={failures.get('organizationName')}>
            {(ties) => (
              <Input
                {...ties}
                maxLength={150}
                value={values.organizationName}
                onChange={({ target }) => change({ organizationName: target.value })}
              />
            )}
          </FormField>
          <FormField
            label="Invitee"
            failure={failures.get('inviteeEmail')}
            hint="The email address of the person who will be its admin. You are also an admin until they remove you."
          >
            {(ties) => (
              <Input
                {...ties}
                inputMode="email"
                autoComplete="off"
                maxLength={255}
                value={values.inviteeEmail}
                onChange={({ target }) => change({ inviteeEmail: target.value })}
              />
            )}
          </FormField>
          <Button type="primary" htmlType="submit" loading={isPending}>
            Onboard
          </Button>
        </Form>
      )}
    </div>
  )
}

const missingOf = ({ organizationName, inviteeEmail }: NewOrganizationOfOthers) =>
  new Map([
    ...(organizationName.trim() ? [] : [['organizationName', 'Please organization name'] as const]),
    ...(inviteeEmail.trim() ? [] : [['inviteeEmail', "Please enter the invtees's email"] as const]),
  ])
