import { useMutation } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import type { ReactNode } from 'react'
import { explain, explainFailure, failedToDelete } from '../api/refusal.ts'

type Props = {
  readonly title: string
  readonly children?: ReactNode
  readonly okText: string
  /** Error message if the server gives no reason. */
  readonly fallback?: string
  /** Error message before the reason of the server. */
  readonly failureText?: string
  readonly isDestructive?: boolean
  /** The action. If it fails, the dialog stays open and shows the reason. */
  onConfirm(): Promise<unknown>
  onClose(): void
}

/** Asks for confirmation before an irreversible action. Mount it to open it. */
export function ConfirmDialog(props: Props) {
  const action = useMutation({ mutationFn: props.onConfirm, onSuccess: props.onClose })

  return (
    <Modal
      open
      width={440}
      title={props.title}
      okText={props.okText}
      okButtonProps={{ danger: props.isDestructive ?? false, loading: action.isPending }}
      onOk={() => action.mutate()}
      onCancel={props.onClose}
    >
      {props.children}
      {action.error && (
        <Alert
          type="error"
          showIcon
          style={{ marginTop: 12 }}
          title={
            props.failureText
              ? explainFailure(action.error, props.failureText)
              : explain(
                  action.error,
                  props.fallback ?? (props.isDestructive ? failedToDelete : undefined),
                )
          }
        />
      )}
    </Modal>
  )
}
