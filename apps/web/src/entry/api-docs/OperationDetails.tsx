import { type DescribedField, describeSchema, fieldsOf } from './describe-schema.ts'
import type { DescribedCall } from './operation.ts'
import { TryOperation } from './TryOperation.tsx'

const openingByType: Readonly<Record<string, string>> = {
  session: 'a signed-in browser session',
  platformKey: 'a platform API key',
  deploymentKey: 'a deployment key',
  textKey: 'a text service key',
}

/** Shows the parameters and replies of an operation, and a form to try it. */
export function OperationDetails({ operation }: { readonly operation: DescribedCall }) {
  const { keys, parameters, body, replies } = operation
  const openers = keys.map((key) => openingByType[key] ?? key)
  return (
    <>
      <p>
        {openers.length > 0 ? `Requires ${openers.join(' or ')}.` : 'No authentication required.'}
      </p>
      {parameters.length > 0 && <Fields title="Parameters" fields={parameters.map(asField)} />}
      {body && <Body type={body.type} schema={body.schema} />}
      {replies.map(({ status, schema }) => (
        <Schema key={status} title={titleOf(status)} schema={schema} />
      ))}
      <TryOperation operation={operation} />
    </>
  )
}

const asField = ({ name, location, isRequired, schema }: DescribedCall['parameters'][number]) => ({
  name,
  isRequired: isRequired && location === 'query',
  description: describeSchema(schema),
})

type FieldsProps = { readonly title: string; readonly fields: readonly DescribedField[] }

function Fields({ title, fields }: FieldsProps) {
  return (
    <>
      <h3>{title}</h3>
      <dl className="api-docs-fields">
        {fields.map(({ name, isRequired, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {description}
              {isRequired && <span className="faint"> (required)</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type BodyProps = { readonly type: string; readonly schema: unknown }

function Body({ type, schema }: BodyProps) {
  const fields = fieldsOf(schema)
  const title = `Body (${type})`
  return fields ? (
    <Fields title={title} fields={fields} />
  ) : (
    <Schema title={title} schema={schema} />
  )
}

const titleOf = (status: string) => (status === 'default' ? 'Error response' : `Response ${status}`)

function Schema({ title, schema }: { readonly title: string; readonly schema: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre className="mono">
        {schema === undefined ? 'No content' : JSON.stringify(schema, null, 2)}
      </pre>
    </details>
  )
}
