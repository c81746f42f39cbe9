import type { DescribedCall } from './operation.ts'
import { TryOperation } from './TryOperation.tsx'

const opensBy: Readonly<Record<string, string>> = {
  session: 'a signed-in browser',
  platformKey: 'a key of the platform API',
  deploymentKey: 'a key of the deployment',
  textKey: 'a key of the text service',
}

/** What goes in, what comes out, and a form to try it. */
export function OperationDetails({ operation }: { readonly operation: DescribedCall }) {
  const { keys, parameters, body, replies } = operation
  const openers = keys.map((key) => opensBy[key] ?? key)
  return (
    <>
      <p>{openers.length > 0 ? `For ${openers.join(' or ')}.` : 'For everybody.'}</p>
      {parameters.length > 0 && (
        <ul>
          {parameters.map(({ name, place, isRequired, schema }) => (
            <li key={`${place} ${name}`}>
              <code>{name}</code> ({place}
              {isRequired && ', required'}): <code>{JSON.stringify(schema)}</code>
            </li>
          ))}
        </ul>
      )}
      {body && <Schema title={`Body (${body.type})`} schema={body.schema} />}
      {replies.map(({ status, schema }) => (
        <Schema key={status} title={titleOf(status)} schema={schema} />
      ))}
      <TryOperation operation={operation} />
    </>
  )
}

const titleOf = (status: string) => (status === 'default' ? 'A refusal' : `Reply ${status}`)

function Schema({ title, schema }: { readonly title: string; readonly schema: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre className="mono">
        {schema === undefined ? 'Nothing.' : JSON.stringify(schema, null, 2)}
      </pre>
    </details>
  )
}
