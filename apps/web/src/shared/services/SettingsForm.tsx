import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { explain, failuresByField } from '../api/refusal.ts'
import {
  type FormValues,
  SchemaForm,
  type SchemaFormProps,
} from '../form/schema-form/SchemaForm.tsx'
import { keepSecretsOfService } from '../form/schema-form/sealed-secrets.ts'
import './services.css'

const TEST_FIRST = 'Please test the connection before submitting.'

export type SettingsFormProps = {
  readonly schema: SchemaFormProps['schema']
  readonly initial: FormValues
  /** Further input of the test, such as a sign-in at the service. */
  readonly sideContent?: string | undefined
  /** Error message if saving fails without a reason. */
  readonly fallback: string
  /** Rendered above the buttons for the current values. */
  readonly extra?: (values: FormValues) => ReactNode
  /** Whether the service accepts the settings. */
  onTest(values: FormValues): Promise<boolean>
  /** Saves the settings, including what follows, such as closing the dialog. */
  onSave(values: FormValues): Promise<unknown>
}

type TestAttempt = { readonly values: FormValues; readonly beside: string | undefined }

/** Form for the settings of a service, which can be saved after a successful test. */
export function SettingsForm(props: SettingsFormProps) {
  const { schema, initial, sideContent, fallback, extra, onTest, onSave } = props
  const [values, setValues] = useState(initial)
  const test = useMutation({ mutationFn: (attempt: TestAttempt) => onTest(attempt.values) })
  const save = useMutation({ mutationFn: onSave })
  const isBusy = test.isPending || save.isPending
  // A test from before another sign-in is outdated.
  const isOfNow = test.variables?.beside === sideContent
  const isTested = isOfNow && test.data === true

  function handleChange(changedValues: FormValues) {
    const next = keepSecretsOfService(initial, changedValues, schema)
    if (sameValues(next, values)) return
    setValues(next)
    // A test is only valid for the tested settings.
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
      onSubmit={(checked) => test.mutate({ values: checked, beside: sideContent })}
    >
      {extra?.(values)}
      <Outcome
        failure={save.error ? explain(save.error, fallback) : isOfNow ? testFailure(test) : null}
        isTested={isTested}
      />
      <div className="service-buttons">
        {!isTested && (
          <small id="test-first" className="service-hint">
            {TEST_FIRST}
          </small>
        )}
        <Button htmlType="submit" loading={test.isPending} disabled={isBusy && !test.isPending}>
          Test Connection
        </Button>
        <Button
          type="primary"
          disabled={!isTested}
          aria-describedby={isTested ? undefined : 'test-first'}
          loading={save.isPending}
          onClick={() => isTested && save.mutate(values)}
        >
          Submit
        </Button>
      </div>
    </SchemaForm>
  )
}

type TestOutcome = { readonly error: unknown; readonly data: boolean | undefined }

const testFailure = ({ error, data }: TestOutcome): string | null =>
  error || data === false ? explain(error, 'Test connection failed') : null

type OutcomeProps = { readonly failure: string | null; readonly isTested: boolean }

/** Shows the result of the last test or attempt to save. */
function Outcome({ failure, isTested }: OutcomeProps) {
  if (failure !== null) {
    return <Alert type="error" showIcon role="alert" className="service-outcome" title={failure} />
  }
  if (!isTested) return null
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
