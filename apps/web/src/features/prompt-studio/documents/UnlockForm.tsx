import { LockOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useUnlockDocument } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { useIsReadOnly } from '../state/page-context.ts'

/** Shown in place of a locked document; asks for its password. */
export function UnlockForm({ document }: { readonly document: PromptDocument }) {
  const isReadOnly = useIsReadOnly()
  const unlock = useUnlockDocument()
  const [password, setPassword] = useState('')
  if (isReadOnly) {
    return (
      <p className="pdf-failure" role="alert">
        Failed to load the document. It is password-protected.
      </p>
    )
  }
  return (
    <Form
      layout="vertical"
      className="unlock-form"
      aria-label={`Unlock ${document.name}`}
      onFinish={() => unlock.mutate({ ...document, password })}
    >
      <p>
        <LockOutlined aria-hidden="true" /> {document.name} is password-protected. The password is
        stored encrypted and used only to read this document.
      </p>
      <Form.Item
        label="Document password"
        htmlFor="document-password"
        validateStatus={unlock.error ? 'error' : ''}
        help={unlock.error && explain(unlock.error, 'Failed to unlock the document')}
      >
        <Input.Password
          id="document-password"
          autoComplete="off"
          maxLength={127}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Form.Item>
      <Button
        type="primary"
        htmlType="submit"
        disabled={password === ''}
        loading={unlock.isPending}
      >
        Unlock
      </Button>
    </Form>
  )
}
