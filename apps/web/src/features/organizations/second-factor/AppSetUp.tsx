import { Alert, Button, Form, Input, QRCode } from 'antd'
import { useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useConfirmApp, useStartApp } from './second-factor.queries.ts'
import './second-factor.css'

type Props = {
  readonly hasPassword: boolean
  /** Called when the user has seen the recovery codes. */
  onDone(): void
}

/** Adds an authenticator app: the password, the secret with a first code, and the recovery codes. */
export function AppSetUp({ hasPassword, onDone }: Props) {
  const start = useStartApp()
  const confirm = useConfirmApp()
  if (confirm.data) {
    return (
      <>
        {confirm.data.length > 0 ? (
          <RecoveryCodes codes={confirm.data} />
        ) : (
          <p>The app was added. Your recovery codes stay as they are.</p>
        )}
        <p>
          <Button type="primary" onClick={onDone}>
            {confirm.data.length > 0 ? 'I have saved the codes' : 'Close'}
          </Button>
        </p>
      </>
    )
  }
  if (start.data) {
    return (
      <CodeForm
        secret={start.data.secret}
        address={start.data.address}
        error={confirm.error}
        isPending={confirm.isPending}
        onSubmit={(code) => confirm.mutate(code)}
      />
    )
  }
  return (
    <PasswordForm
      hasPassword={hasPassword}
      error={start.error}
      isPending={start.isPending}
      onSubmit={(password) => start.mutate(password)}
    />
  )
}

type StepProps = {
  readonly error: unknown
  readonly isPending: boolean
  onSubmit(value: string): void
}

function PasswordForm({
  hasPassword,
  error,
  isPending,
  onSubmit,
}: StepProps & Omit<Props, 'onDone'>) {
  const [password, setPassword] = useState('')
  return (
    <Form layout="vertical" requiredMark={false} onFinish={() => onSubmit(password)}>
      <PasswordField
        hasPassword={hasPassword}
        value={password}
        error={error}
        onChange={setPassword}
      />
      <StepFailure error={error} field="password" text="Failed to start" />
      <Button
        type="primary"
        htmlType="submit"
        loading={isPending}
        disabled={hasPassword && password === ''}
      >
        Continue
      </Button>
    </Form>
  )
}

type CodeFormProps = StepProps & { readonly secret: string; readonly address: string }

function CodeForm({ secret, address, error, isPending, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('')
  return (
    <Form layout="vertical" requiredMark={false} onFinish={() => onSubmit(code)}>
      <div className="factor-code">
        <QRCode
          aria-label="QR code for your authenticator app"
          type="svg"
          value={address}
          size={180}
          color="#000"
          bgColor="#fff"
        />
        <div style={{ flex: '1 1 220px' }}>
          <p>Scan the code with an authenticator app, or enter this key by hand:</p>
          <code className="mono">{secret}</code>
        </div>
      </div>
      <FormField
        label="Code that the app shows"
        failure={failuresByField(error).get('code')}
        hint="Six digits, which change every 30 seconds."
      >
        {(ties) => (
          <Input
            {...ties}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </FormField>
      <StepFailure error={error} field="code" text="Failed to add the app" />
      <Button type="primary" htmlType="submit" loading={isPending} disabled={code.trim() === ''}>
        Add app
      </Button>
    </Form>
  )
}

type FailureProps = { readonly error: unknown; readonly field: string; readonly text: string }

/** Shows a failure that does not stand at the field. */
function StepFailure({ error, field, text }: FailureProps) {
  if (!error || failuresByField(error).has(field)) return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      style={{ marginBottom: 16 }}
      title={explain(error, text)}
    />
  )
}
