import { ClearOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useClearWorkflow } from './use-clear-workflow.tsx'

type Props = { readonly workflow: { readonly id: string } }

/** Clears the cached results or the file history of a workflow. */
export function ClearWorkflow({ workflow }: Props) {
  const clear = useClearWorkflow(workflow.id)
  const icon = <ClearOutlined aria-hidden="true" />
  return (
    <>
      <Dropdown
        autoFocus
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'cache', label: 'Clear Cache', icon, onClick: () => clear.ask('cache') },
            {
              key: 'history',
              label: 'Clear Processed File History',
              icon,
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
