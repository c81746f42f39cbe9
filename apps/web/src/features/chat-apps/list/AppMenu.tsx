import { DeleteOutlined, EditOutlined, ExportOutlined, ShareAltOutlined } from '@ant-design/icons'
import { RowMenu } from '../../../shared/menu/RowMenu.tsx'
import type { AppAction, ChatApp } from '../chat-app.ts'
import { useAppAddress } from './ShareAppDialog.tsx'

type Props = {
  readonly app: ChatApp
  /** Reason why the user may not change the app. */
  readonly refusal: string | undefined
  onOpen(action: AppAction): void
}

/** Menu of the actions on one app. */
export function AppMenu({ app, refusal, onOpen }: Props) {
  const addressOf = useAppAddress()
  const open = (key: AppAction) => ({ key, run: () => onOpen(key) })
  return (
    <RowMenu
      name={app.displayName}
      isPending={false}
      groups={[
        [
          { ...open('edit'), label: 'Edit', icon: <EditOutlined />, refusal },
          {
            key: 'go',
            label: 'Go to App',
            icon: <ExportOutlined />,
            run: () => window.open(addressOf(app), '_blank', 'noopener'),
          },
          { ...open('share'), label: 'Share', icon: <ShareAltOutlined /> },
        ],
        [
          {
            ...open('delete'),
            label: 'Delete',
            icon: <DeleteOutlined />,
            isDanger: true,
            refusal,
          },
        ],
      ]}
    />
  )
}
