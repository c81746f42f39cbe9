import { Menu, Modal } from 'antd'
import { useState } from 'react'
import { LayoutsPanel } from '../layouts/LayoutsPanel.tsx'
import { ProfilePanel } from '../profiles/ProfilePanel.tsx'
import { ChallengePanel } from './ChallengePanel.tsx'
import { ChecksPanel } from './ChecksPanel.tsx'
import { EmbeddedDataPanel } from './EmbeddedDataPanel.tsx'
import { GrammarPanel } from './GrammarPanel.tsx'
import { HiddenTextPanel } from './HiddenTextPanel.tsx'
import { HighlightPanel } from './HighlightPanel.tsx'
import { MaskingPanel } from './MaskingPanel.tsx'
import { PromptOrderPanel } from './PromptOrderPanel.tsx'
import { SinglePassSwitch } from './SinglePassSwitch.tsx'
import { SummaryPanel } from './SummaryPanel.tsx'
import { WordingPanel } from './WordingPanel.tsx'
import './settings.css'

const panels = [
  { key: 'profiles', label: 'LLM Profiles', panel: <ProfilePanel /> },
  { key: 'summary', label: 'SummarizedExtraction', panel: <SummaryPanel /> },
  { key: 'challenge', label: 'LLMChallenge', panel: <ChallengePanel /> },
  { key: 'highlight', label: 'Highlighting', panel: <HighlightPanel /> },
  { key: 'embedded-data', label: 'Embedded Data', panel: <EmbeddedDataPanel /> },
  { key: 'prompt-order', label: 'Prompt Order', panel: <PromptOrderPanel /> },
  { key: 'masking', label: 'Masking', panel: <MaskingPanel /> },
  { key: 'hidden-text', label: 'Hidden Text', panel: <HiddenTextPanel /> },
  { key: 'checks', label: 'Checks', panel: <ChecksPanel /> },
  { key: 'layouts', label: 'Layouts', panel: <LayoutsPanel /> },
  { key: 'grammar', label: 'Grammar', panel: <GrammarPanel /> },
  { key: 'preamble', label: 'Preamble', panel: <WordingPanel key="preamble" field="preamble" /> },
  {
    key: 'postamble',
    label: 'Postamble',
    panel: <WordingPanel key="postamble" field="postamble" />,
  },
] as const

/** Dialog for the settings of the project, with one panel for each kind. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [activeKey, setActiveKey] = useState<string>(panels[0].key)

  return (
    <Modal open width={1000} footer={null} title="Settings" onCancel={onClose}>
      <div className="settings" data-keeps-drafts>
        <div className="settings-side">
          <Menu
            aria-label="Settings"
            className="settings-menu"
            selectedKeys={[activeKey]}
            items={panels.map(({ key, label }) => ({ key, label }))}
            onClick={({ key }) => setActiveKey(key)}
          />
          <SinglePassSwitch />
        </div>
        <div className="settings-panel">{panels.find(({ key }) => key === activeKey)?.panel}</div>
      </div>
    </Modal>
  )
}
