import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Form, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { explain } from '../../shared/api/refusal.ts'
import { FormField } from '../../shared/form/FormField.tsx'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { useAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { StepFrame } from './StepFrame.tsx'
import { withCookieKey } from './simple-project.ts'
import { simpleSettings, useCreateSimpleProject } from './simple-studio.queries.ts'

const title = 'What kind of document do you want to extract data from?'

/** The first step: choosing the kind of document, which becomes the name of the project. */
export function SimpleLandingPage() {
  usePageTitle('Simple prompt studio')
  const { data: settings, error, refetch } = useQuery(simpleSettings)
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />
  if (settings && !settings.isOpen) return <NotOpen />
  return (
    <StepFrame step={0} title={title}>
      <p className="simple-lead">
        Name the document type, add a few documents, and describe in plain words what to extract.
        For each value, you see where it was found on the page. You do not need an account.
      </p>
      {settings ? (
        <NameForm retentionDays={settings.retentionDays} />
      ) : (
        <div className="bone simple-bone" />
      )}
    </StepFrame>
  )
}

function NotOpen() {
  return (
    <main className="simple-absent">
      <EmptyState
        title="The simple prompt studio is not available"
        explanation="It is not enabled in this installation. Prompt Studio has all of its features, and more."
      >
        <Button type="primary" href={paths.home()}>
          Go to home page
        </Button>
      </EmptyState>
    </main>
  )
}

function NameForm({ retentionDays }: { readonly retentionDays: number }) {
  const [name, setName] = useState('')
  const [isHintShown, setHintShown] = useState(false)
  const search = useAddressSearch()
  const navigate = useNavigate()
  const { mutate: create, isPending, error } = useCreateSimpleProject()
  const failure = isHintShown && name.trim() === '' ? 'Project name cannot be empty' : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setHintShown(true)
    if (name.trim() === '') return
    create(name.trim(), {
      onSuccess: ({ id }) =>
        navigate({
          to: '/simple-prompt-studio/$simpleProjectId',
          params: { simpleProjectId: id },
          search: withCookieKey(search) as never,
        }),
    })
  }

  return (
    <form className="simple-form" onSubmit={submit} noValidate>
      <Form component={false} layout="vertical">
        <FormField
          label="Project name (document type)"
          failure={failure}
          hint="For example: invoices, delivery notes or contracts"
        >
          {(ties) => (
            <Input
              {...ties}
              size="large"
              autoFocus
              maxLength={100}
              placeholder="Invoices"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </FormField>
      </Form>
      {error && (
        <Alert type="error" showIcon title={explain(error, 'The project could not be created')} />
      )}
      <div className="simple-actions">
        <Button type="primary" size="large" htmlType="submit" loading={isPending}>
          Continue
        </Button>
        <span className="faint">
          {`Everything you add will be deleted after ${retentionDays} ${retentionDays === 1 ? 'day' : 'days'}.`}
        </span>
      </div>
    </form>
  )
}
