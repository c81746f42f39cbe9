import { Menu, Modal } from 'antd'
import { useState } from 'react'
import { ProfilePanel } from './ProfilePanel.tsx'
import { WordingPanel } from './WordingPanel.tsx'
import './settings.css'

const panels = [
  { key: 'profiles', label: 'LLM Profiles' },
  { key: 'preamble', label: 'Preamble' },
  { key: 'postamble', label: 'Postamble' },
] as const

/** Settings of the project, one panel for each kind. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [shown, setShown] = useState<string>(panels[0].key)

  return (
    <Modal open width={1000} footer={null} title="Settings" onCancel={onClose}>
      <div className="settings">
        <Menu
          aria-label="Settings"
          className="settings-menu"
          selectedKeys={[shown]}
          items={[...panels]}
          onClick={({ key }) => setShown(key)}
        />
        <div className="settings-panel">
          {shown === 'profiles' && <ProfilePanel />}
          {shown === 'preamble' && <WordingPanel key="preamble" field="preamble" />}
          {shown === 'postamble' && <WordingPanel key="postamble" field="postamble" />}
        </div>
      </div>
    </Modal>
  )
}
