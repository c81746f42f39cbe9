import { Modal } from 'antd'
import { closeOverlay, useOfferedCommands } from '../../shared/commands/commands.ts'
import { keysOf } from '../../shared/commands/keys-of.ts'
import './overlays.css'

/** Lists the shortcuts that are active on the current page. */
export function ShortcutList() {
  const commands = useOfferedCommands().filter(({ shortcut }) => shortcut)
  return (
    <Modal open footer={null} width={440} title="Keyboard shortcuts" onCancel={closeOverlay}>
      <dl className="shortcut-list">
        {commands.map(({ id, title, shortcut = '' }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>
              <kbd>{keysOf(shortcut)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
