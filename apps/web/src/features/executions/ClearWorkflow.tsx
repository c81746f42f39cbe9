import { ClearOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useClearWorkflow } from './use-clear-workflow.tsx'

type Props = {
  readonly workflow: { readonly id: string }
  /** Reason why the user may not clear anything. */
  readonly refusal?: string | undefined
}

/** Clears the cached results or the file history of a workflow. */
export function ClearWorkflow({ workflow, refusal }: Props) {
  const clear = useClearWorkflow(workflow.id)
  const icon = <ClearOutlined aria-hidden="true" />
  const shared = { icon, disabled: refusal !== undefined, title: refusal ?? '' }
  return (
    <>
      <Dropdown
        autoFocus
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { ...shared, key: 'cache', label: 'Clear Cache', onClick: () => clear.ask('cache') },
            {
              ...shared,
              key: 'history',
              label: 'Clear Processed File History',
              onClick: () => clear.ask('history'),
            },
          ],
        }}
      >
        <Button aria-label="More actions" title="More actions" icon={<MoreOutlined />} />
      </Dropdown>
      {clear.question}
    </>
  )
}
