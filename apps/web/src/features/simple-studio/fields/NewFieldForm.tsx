import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { type FormEvent, useRef, useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'
import { useAddField } from '../simple-studio.queries.ts'

const empty = { name: '', text: '' }
const texts = {
  name: 'Please input the name to extract!',
  text: 'Please input the prompt!',
}

/** Form for adding a field. */
export function NewFieldForm({ simpleId }: { readonly simpleId: string }) {
  const [values, setValues] = useState(empty)
  const [isHintShown, setHintShown] = useState(false)
  const first = useRef<InputRef>(null)
  const { mutate: add, isPending, error, reset } = useAddField()
  const fieldFailures = failuresByField(error)
  const failureOf = (name: keyof typeof empty) =>
    isHintShown && values[name].trim() === '' ? texts[name] : fieldFailures.get(name)

  function change(changes: Partial<typeof empty>) {
    setValues({ ...values, ...changes })
    if (error) reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setHintShown(true)
    if (Object.values(values).some((value) => value.trim() === '')) return
    add(
      { projectId: simpleId, ...values },
      {
        onSuccess: () => {
          setValues(empty)
          setHintShown(false)
          first.current?.focus()
        },
      },
    )
  }

  return (
    <form
      className="prompt-card simple-new"
      aria-label="Add New Prompt"
      onSubmit={submit}
      noValidate
    >
      <h2 className="simple-new-title">Add New Prompt</h2>
      <Form component={false} layout="vertical">
        <FormField label="Field name" failure={failureOf('name')}>
          {(ties) => (
            <Input
              {...ties}
              ref={first}
              maxLength={255}
              placeholder="invoice_number"
              value={values.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </FormField>
        <FormField label="Prompt" failure={failureOf('text')}>
          {(ties) => (
            <Input.TextArea
              {...ties}
              autoSize={{ minRows: 2, maxRows: 8 }}
              maxLength={10_000}
              placeholder="What is the invoice number?"
              value={values.text}
              onChange={({ target }) => change({ text: target.value })}
            />
          )}
        </FormField>
      </Form>
      {error && fieldFailures.size === 0 && (
        <Alert type="error" showIcon title={explain(error, 'The field could not be added')} />
      )}
      <Button type="primary" htmlType="submit" icon={<PlusOutlined />} loading={isPending}>
        Add field
      </Button>
    </form>
  )
}
