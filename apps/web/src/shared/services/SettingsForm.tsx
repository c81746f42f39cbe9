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
  /** Text of the only button, which saves the settings as soon as their test has succeeded. */
  readonly oneStepText?: string | undefined
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
  const { schema, initial, sideContent, fallback, oneStepText, extra, onTest, onSave } = props
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

  function handleSubmit(checked: FormValues) {
    const onSuccess = (isAccepted: boolean) => {
      if (isAccepted && oneStepText !== undefined) save.mutate(checked)
    }
    test.mutate({ values: checked, beside: sideContent }, { onSuccess })
  }

  return (
    <SchemaForm
      schema={schema}
      values={values}
      failures={failuresByField(save.error ?? (isOfNow ? test.error : null))}
      disabled={save.isPending}
      onChange={handleChange}
      onSubmit={handleSubmit}
    >
      {extra?.(values)}
      <Outcome
        failure={save.error ? explain(save.error, fallback) : isOfNow ? testFailure(test) : null}
        isTested={isTested}
      />
      {oneStepText === undefined ? (
        <TwoSteps
          isTested={isTested}
          isTesting={test.isPending}
          isSaving={save.isPending}
          onSave={() => save.mutate(values)}
        />
      ) : (
        <div className="service-buttons">
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {oneStepText}
          </Button>
        </div>
      )}
    </SchemaForm>
  )
}

type TwoStepsProps = {
  readonly isTested: boolean
  readonly isTesting: boolean
  readonly isSaving: boolean
  onSave(): void
}

/** The buttons that test the settings, and then save them. */
function TwoSteps({ isTested, isTesting, isSaving, onSave }: TwoStepsProps) {
  return (
    <div className="service-buttons">
      {!isTested && (
        <small id="test-first" className="service-hint">
          {TEST_FIRST}
        </small>
      )}
      <Button htmlType="submit" loading={isTesting} disabled={isSaving}>
        Test Connection
      </Button>
      <Button
        type="primary"
        disabled={!isTested}
        aria-describedby={isTested ? undefined : 'test-first'}
        loading={isSaving}
        onClick={() => isTested && onSave()}
      >
        Submit
      </Button>
    </div>
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
