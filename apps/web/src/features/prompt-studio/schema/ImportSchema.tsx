import { Alert, Button, Form, Input, Tag } from 'antd'
import { useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { useAcceptFields, useReadSchema } from '../proposal.queries.ts'
import type { SchemaFields } from '../proposal.ts'
import { useEditor } from '../state/editor-context.ts'
import '../proposals/proposals.css'

type Props = { onDone(): void }

const hint = (
  <>
    A schema of zod prints with <code>JSON.stringify(z.toJSONSchema(Schema))</code>, a class of
    Pydantic with <code>json.dumps(Model.model_json_schema())</code>.
  </>
)

/** Previews the prompts that a pasted JSON Schema asks for, and adds them to the project. */
export function ImportSchema({ onDone }: Props) {
  const { project } = useEditor()
  const [schema, setSchema] = useState('')
  const { mutate: readSchema, data, error, isPending, reset } = useReadSchema()
  const acceptance = useAcceptFields()
  const alerts = useAlerts()
  const failure = failuresByField(error).get('schema')

  function change(text: string) {
    setSchema(text)
    // The preview is that of another text.
    reset()
  }

  function accept({ fields }: SchemaFields) {
    acceptance.mutate(
      { projectId: project.id, fields },
      {
        onSuccess({ takenKeys }) {
          if (takenKeys.length > 0) alerts.warn(`Already in the project: ${takenKeys.join(', ')}`)
          alerts.success(`Added ${countPrompts(fields.length - takenKeys.length)}`)
          onDone()
        },
        onError: (refusal) => alerts.showError(refusal, 'Failed to add'),
      },
    )
  }

  return (
    <Form
      layout="vertical"
      requiredMark={false}
      onFinish={() => readSchema({ projectId: project.id, schema })}
    >
      <FormField label="JSON Schema" failure={failure} hint={hint}>
        {(ties) => (
          <Input.TextArea
            {...ties}
            className="mono"
            value={schema}
            rows={10}
            spellCheck={false}
            placeholder='{"properties": {"total": {"type": "number"}}}'
            onChange={({ target }) => change(target.value)}
          />
        )}
      </FormField>
      {error && failure === undefined && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to read the schema')}
        />
      )}
      {data ? (
        <Preview fields={data} isAdding={acceptance.isPending} onAccept={() => accept(data)} />
      ) : (
        <Button htmlType="submit" loading={isPending} disabled={schema.trim() === ''}>
          Preview
        </Button>
      )}
    </Form>
  )
}

const countPrompts = (count: number) => (count === 1 ? '1 prompt' : `${count} prompts`)

type PreviewProps = {
  readonly fields: SchemaFields
  readonly isAdding: boolean
  onAccept(): void
}

function Preview({ fields: { fields, knownCount }, isAdding, onAccept }: PreviewProps) {
  return (
    <>
      <p role="status" className="faint proposals-note">
        {countPrompts(fields.length)}
        {knownCount > 0 && `, and ${knownCount} more that the project already has`}
      </p>
      <ul className="proposals">
        {fields.map(({ key, text, type }) => (
          <li key={key} className="proposal" aria-label={key}>
            <span className="proposal-key">
              <strong>{key}</strong> <Tag>{type}</Tag>
            </span>
            <span className="proposal-value">{text}</span>
          </li>
        ))}
      </ul>
      <Button type="primary" loading={isAdding} disabled={fields.length === 0} onClick={onAccept}>
        Add {countPrompts(fields.length)}
      </Button>
    </>
  )
}
