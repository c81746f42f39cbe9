import { CopyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import type { Connector } from '../connector.ts'
import { mailAddress, useRotateAddress } from './mail.queries.ts'
import { describeRules } from './mail.ts'
import { ReceivedMails } from './ReceivedMails.tsx'
import './mail-address.css'

/** The address of a connector, its rules, and the last mails with what became of them. */
export function MailAddress({ connector }: { readonly connector: Connector }) {
  const { data: address, error, refetch } = useQuery(mailAddress(connector.id))
  const [isRotating, setRotating] = useState(false)
  const rotate = useRotateAddress()
  const copy = useCopy()

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the address" onRetry={retry} />
  }
  if (!address) return <div className="bone mail-address-bone" aria-busy="true" />
  const { text } = address
  return (
    <section className="mail-address" aria-label="Mail address">
      {text === undefined ? (
        <p>This installation does not receive mail at the moment. Ask its administrator.</p>
      ) : (
        <div className="mail-address-line">
          <code className="mono">{text}</code>
          <Button
            icon={<CopyOutlined aria-hidden="true" />}
            onClick={() => void copy(text, 'Address copied to clipboard')}
          >
            Copy
          </Button>
          {connector.isOwner && <Button onClick={() => setRotating(true)}>New address</Button>}
        </div>
      )}
      <ul className="mail-address-rules">
        {describeRules(connector).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <ReceivedMails connector={connector} />
      {isRotating && (
        <ConfirmDialog
          title="Replace the address?"
          okText="Replace"
          failureText="The address was not replaced"
          onConfirm={() => rotate.mutateAsync(connector.id)}
          onClose={() => setRotating(false)}
        >
          Mails to the present address will be refused at once. Give the new address to everybody
          who sends mail to it.
        </ConfirmDialog>
      )}
    </section>
  )
}
