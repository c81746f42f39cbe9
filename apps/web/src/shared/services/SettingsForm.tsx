import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { explain, failuresByField } from '../api/refusal.ts'
import { type FormValues, SchemaForm } from '../form/schema-form/SchemaForm.tsx'
import './services.css'

const TEST_FIRST = 'Please test the connection before submitting.'

type Props = {
  readonly schema: Parameters<typeof SchemaForm>[0]['schema']
  readonly initial: FormValues
  /** What counts besides the settings, such as a sign-in at the service: a test speaks for both. */
  readonly beside?: string | undefined
  /** Said when saving fails without a reason. */
  readonly fallback: string
  /** Stands above the buttons, for the settings as they are. */
  readonly extra?: (values: FormValues) => ReactNode
  /** Whether the service accepts the settings. */
  onTest(values: FormValues): Promise<boolean>
  /** Also what follows, such as closing the dialog. */
  onSave(values: FormValues): Promise<unknown>
}

type Tried = { readonly values: FormValues; readonly beside: string | undefined }

/** Settings of a service that may be saved once it has accepted them. */
export function SettingsForm(props: Props) {
  const { schema, initial, beside, fallback, extra, onTest, onSave } = props
  const [values, setValues] = useState(initial)
  const test = useMutation({ mutationFn: (tried: Tried) => onTest(tried.values) })
  const save = useMutation({ mutationFn: onSave })
  const isBusy = test.isPending || save.isPending
  // What was found before somebody signed in anew says nothing of now.
  const isOfNow = test.variables?.beside === beside
  const isProven = isOfNow && test.data === true

  function handleChange(next: FormValues) {
    if (sameValues(next, values)) return
    setValues(next)
    // A test speaks for the settings it was made with, and for no others.
    test.reset()
    save.reset()
  }

  return (
    <SchemaForm
      schema={schema}
      values={values}
      failures={failuresByField(save.error ?? (isOfNow ? test.error : null))}
      disabled={save.isPending}
      onChange={handleChange}
      onSubmit={(checked) => test.mutate({ values: checked, beside })}
    >
      {extra?.(values)}
      <Outcome
        failure={save.error ? explain(save.error, fallback) : isOfNow ? testFailure(test) : null}
        isProven={isProven}
      />
      <div className="service-buttons">
        {!isProven && (
          <small id="test-first" className="service-hint">
            {TEST_FIRST}
          </small>
        )}
        <Button htmlType="submit" loading={test.isPending} disabled={isBusy && !test.isPending}>
          Test Connection
        </Button>
        <Button
          type="primary"
          disabled={!isProven}
          aria-describedby={isProven ? undefined : 'test-first'}
          loading={save.isPending}
          onClick={() => isProven && save.mutate(values)}
        >
          Submit
        </Button>
      </div>
    </SchemaForm>
  )
}

type Tested = { readonly error: unknown; readonly data: boolean | undefined }

const testFailure = ({ error, data }: Tested): string | null =>
  error || data === false ? explain(error, 'Test connection failed') : null

type OutcomeProps = { readonly failure: string | null; readonly isProven: boolean }

/** What came of the last press of a button. */
function Outcome({ failure, isProven }: OutcomeProps) {
  if (failure !== null) {
    return <Alert type="error" showIcon role="alert" className="service-outcome" title={failure} />
  }
  if (!isProven) return null
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      className="service-outcome"
      title="Test connection successful"
    />
  )
}

const sameValues = (a: FormValues, b: FormValues): boolean => {
  const clean = (values: FormValues) => JSON.stringify(values)
  return clean(a) === clean(b)
}
