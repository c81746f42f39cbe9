import { Alert, Button } from 'antd'
import { useState } from 'react'
import { explain, failuresByField } from '../../shared/api/refusal.ts'
import { type FormValues, SchemaForm } from '../../shared/form/schema-form/SchemaForm.tsx'
import { type Target, useConnectionTest, useSaveAdapter } from './use-adapter-form.ts'

const TEST_FIRST = 'Please test the connection before submitting.'

type Props = {
  readonly schema: Parameters<typeof SchemaForm>[0]['schema']
  readonly target: Target
  readonly initial: FormValues
  onSaved(): void
}

/** Settings that may be saved once the service has accepted them. */
export function AdapterForm({ schema, target, initial, onSaved }: Props) {
  const [values, setValues] = useState(initial)
  const test = useConnectionTest(target)
  const save = useSaveAdapter(target)
  const isBusy = test.isPending || save.isPending
  const isProven = test.data === true

  function handleChange(next: FormValues) {
    if (sameValues(next, values)) return
    setValues(next)
    // A test speaks for the settings it was made with, and for no others.
    test.reset()
    save.reset()
  }

  function handleSave() {
    if (isProven) save.mutate(values, { onSuccess: onSaved })
  }

  return (
    <SchemaForm
      schema={schema}
      values={values}
      failures={failuresByField(save.error ?? test.error)}
      disabled={save.isPending}
      onChange={handleChange}
      onSubmit={(checked) => test.mutate(checked)}
    >
      <Outcome test={test} save={save} />
      <div className="adapter-buttons">
        {!isProven && (
          <small id="test-first" className="adapter-hint">
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
          onClick={handleSave}
        >
          Submit
        </Button>
      </div>
    </SchemaForm>
  )
}

type OutcomeProps = {
  readonly test: ReturnType<typeof useConnectionTest>
  readonly save: ReturnType<typeof useSaveAdapter>
}

/** What came of the last press of a button. */
function Outcome({ test, save }: OutcomeProps) {
  if (save.error) {
    const words = explain(save.error, 'Failed to save the adapter')
    return <Alert type="error" showIcon role="alert" className="adapter-outcome" title={words} />
  }
  if (test.error || test.data === false) {
    const words = explain(test.error, 'Test connection failed')
    return <Alert type="error" showIcon role="alert" className="adapter-outcome" title={words} />
  }
  if (!test.data) return null
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      className="adapter-outcome"
      title="Test connection successful"
    />
  )
}

const sameValues = (a: FormValues, b: FormValues): boolean => {
  const clean = (values: FormValues) => JSON.stringify(values)
  return clean(a) === clean(b)
}
