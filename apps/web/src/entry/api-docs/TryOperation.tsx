import { parseExactJson } from '@recto/exact-json/parse-json'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { useAttempt } from './api-docs.queries.ts'
import type { DescribedCall } from './operation.ts'

/** Sends a real request; without a key, on behalf of the signed-in user. */
export function TryOperation({ operation }: { readonly operation: DescribedCall }) {
  const [paramValues, setParamValues] = useState<Readonly<Record<string, string>>>({})
  const [key, setKey] = useState('')
  const [body, setBody] = useState('')
  const bodyId = useId()
  const { mutate, data, error, isPending } = useAttempt()
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    mutate({ operation, paramValues, key, body })
  }

  return (
    <form className="api-docs-try" aria-label={`Try ${operation.name}`} onSubmit={send}>
      <h3>Try it</h3>
      {operation.parameters.map(({ name, isRequired }) => (
        <Line
          key={name}
          label={name}
          isRequired={isRequired}
          value={paramValues[name] ?? ''}
          onChange={(value) => setParamValues({ ...paramValues, [name]: value })}
        />
      ))}
      {operation.keys.some((scheme) => scheme !== 'session') && (
        <Line label="Key" value={key} isSecret onChange={setKey} />
      )}
      {operation.body?.type === 'application/json' && (
        <div>
          <label htmlFor={bodyId}>Body (JSON)</label>
          <Input.TextArea
            id={bodyId}
            rows={5}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        </div>
      )}
      {operation.body && operation.body.type !== 'application/json' && (
        <p>File uploads are not supported here. You can try the rest of the request.</p>
      )}
      <Button htmlType="submit" type="primary" loading={isPending}>
        Send request
      </Button>
      {error && (
        <FailureState error={error} fallback="Failed to send the request" onRetry={() => send()} />
      )}
      {data && (
        <output>
          <strong>Status {data.status}</strong>
          <pre className="mono">{formatJson(data.text)}</pre>
        </output>
      )}
    </form>
  )
}

type LineProps = {
  readonly label: string
  readonly value: string
  readonly isRequired?: boolean
  readonly isSecret?: boolean
  readonly onChange: (value: string) => void
}

function Line({ label, value, isRequired = false, isSecret, onChange }: LineProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type={isSecret ? 'password' : 'text'}
        autoComplete="off"
        required={isRequired}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

const maxCharacters = 20_000

function formatJson(text: string): string {
  const shortText = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
  try {
    return JSON.stringify(parseExactJson(shortText), null, 2)
  } catch {
    // Text that is not JSON, or that was truncated, is shown unchanged.
    return shortText
  }
}
